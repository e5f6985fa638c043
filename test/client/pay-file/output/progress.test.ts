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
	["a minute is left", 400, 40_000, " | 10 a second | 1 min 0 s left"],
	["all is done", 1_000, 2_000, " | 500 a second | 0 s left"],
])(
	"11.4: the progress bar tells rate and time left: %s",
	(_, done, ms, expected) => {
		expect(describeSpeed({ done, total: 1_000, elapsedMs: ms })).toBe(expected);
	},
);

it.each([
	["on a terminal begins without a rate and has one at its end", true],
	["is written on a terminal only", false],
])("11.4: the progress bar %s", async (_, isTTY) => {
	let now = 5_000;
	const stream = Object.assign(new PassThrough(), {
		isTTY,
		cursorTo: () => true,
		clearLine: () => true,
		moveCursor: () => true,
		columns: 120,
	});
	const written = text(stream);
	const progress = createProgress(stream, () => now);
	progress.start("Paying", 0);
	progress.update(0);
	progress.start("Paying", 10);
	progress.update(0);
	now += 2_000;
	progress.update(5);
	progress.stop();
	progress.update(6);
	progress.stop();
	stream.end();
	const drawn = (await written).split("\u001b").slice(1);
	const [hidden, cleared] = ["[?25l", "[2K"];
	expect(drawn.filter((one) => /Paying|\?25l|2K/.test(one))).toEqual(
		isTTY
			? [
					hidden,
					expect.stringMatching(/Paying \S+ 0% \| 0\/10$/),
					expect.stringMatching(
						/Paying \S+ 50% \| 5\/10 \| 2\.5 a second \| 2 s left$/,
					),
					cleared,
				]
			: [],
	);
});
