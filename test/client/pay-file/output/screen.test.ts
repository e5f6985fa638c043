import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { findScreen } from "../../../../client/src/pay-file/output/screen.ts";

type Name = "stdin" | "stdout" | "stderr";

it.each<[string, Name[], Name | undefined]>([
	["at a terminal", ["stdin", "stdout", "stderr"], "stderr"],
	["with the output in a file", ["stdin", "stderr"], "stderr"],
	["with the errors in a file", ["stdin", "stdout"], "stdout"],
	["with both in files", ["stdin"], undefined],
	["by a script at a terminal", ["stdout", "stderr"], undefined],
])("11.4: a question is shown to a person: %s", (_, terminals, expected) => {
	const stream = (name: Name) =>
		Object.assign(new PassThrough(), { isTTY: terminals.includes(name) });
	const streams = {
		stdin: stream("stdin"),
		stdout: stream("stdout"),
		stderr: stream("stderr"),
	};
	expect(findScreen(streams)).toBe(expected && streams[expected]);
});
