import { expect, it } from "vitest";
import { expectFlat, type StackSample } from "./flatness.ts";

const steady: StackSample = {
	stackMegabytes: 24,
	threads: 12,
	threadMegabytes: 14,
	stackHandles: 140,
	openFiles: 236,
	threadHandles: 1,
	residentMegabytes: 500,
};
const samples = (last: StackSample) => [
	...Array.from({ length: 6 }, () => steady),
	...Array.from({ length: 3 }, () => last),
];

it("samples that stay as they are, or fall, are flat", () => {
	expectFlat(samples(steady));
	expectFlat(samples({ ...steady, residentMegabytes: 300 }));
});

// Unchecked cast: the keys of an object literal of this type.
it.each(Object.keys(steady) as (keyof StackSample)[])(
	"samples whose %s grows to the double, and by 50 at least, are not flat",
	(name) => {
		const grown = { ...steady, [name]: steady[name] * 2 + 50 };
		expect(() => expectFlat(samples(grown))).toThrow(name);
	},
);
