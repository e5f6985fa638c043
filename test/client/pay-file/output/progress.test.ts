import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import {
	createProgress,
	describeSpeed,
} from "../../../../client/src/pay-file/output/progress.ts";

it.each([
	["nothing is done", 0, 1_000, ""],
	["no time has passed", 10, 0, ""],
	["some is done", 300, 1_000, " | 300 a second | 3 s left"],
	["it is slow", 1, 2_000, " | 0.5 a second | 33 min 18 s left"],
	["all is done", 1_000, 2_000, " | 500 a second | 0 s left"],
])(
	"11.4: the progress bar tells rate and time left: %s",
	(_, done, ms, expected) => {
		expect(describeSpeed({ done, total: 1_000, elapsedMs: ms })).toBe(expected);
	},
);

it("11.4: the progress bar on a terminal begins without a rate", async () => {
	const stream = Object.assign(new PassThrough(), {
		isTTY: true,
		cursorTo: () => true,
		clearLine: () => true,
		moveCursor: () => true,
		columns: 120,
	});
	const written = text(stream);
	const progress = createProgress(stream, () => 0);
	progress.start("Paying", 10);
	progress.update(0);
	progress.stop();
	stream.end();
	expect(await written).toMatch(/Paying .* 0% \| 0\/10/);
	expect(await written).not.toMatch(/second|NF|NULL/);
});
