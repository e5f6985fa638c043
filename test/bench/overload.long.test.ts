import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";

const row = fileURLToPath(
	new URL("../../bench/rows/overload.ts", import.meta.url),
);

/** Its arguments: the module of the row, the engine's URL. */
const script = `
	const [, module, engineUrl] = process.argv;
	const { overload } = await import(module);
	console.log(JSON.stringify(await overload({ engineUrl }, 400)));
`;

it("the row overload runs outside of Vitest", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [
		...["--input-type=module", "--eval", script],
		...["--", row, inject("dynamodbUrl")],
	]);
	const [measurement] = JSON.parse(stdout);
	expect(measurement.measure).toMatch(/^batch of 400 /);
	expect(measurement.samples).toEqual([expect.any(Number)]);
});
