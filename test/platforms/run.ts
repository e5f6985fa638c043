import { dynamodbLocal } from "./dynamodb-local.ts";
import { emulator } from "./emulator/emulator.ts";
import { engines } from "./engines.ts";
import { generators } from "./generators/generators.ts";
import { openapi } from "./openapi.ts";
import type { Part } from "./part.ts";
import { pythonGuide } from "./python-guide.ts";
import { pythonSamples } from "./python-samples.ts";
import { templates } from "./templates.ts";

/**
 * `npm run test:platforms [-- <part> …]`: what needs Java, Python or Rust, which the project does not. A part whose program is
 * absent is left out with a line that says what is missing. Exits with 1 when a part fails, with 2 for an unknown part.
 */
const parts: Record<string, Part> = {
	"dynamodb-local": dynamodbLocal,
	engines,
	emulator,
	templates,
	openapi,
	generators,
	"python-guide": pythonGuide,
	"python-samples": pythonSamples,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in parts));
if (unknown !== undefined) {
	console.error(
		`There is no part ${unknown}: the parts are ${Object.keys(parts).join(", ")}`,
	);
	process.exit(2);
}

const lines: string[] = [];
for (const [name, part] of Object.entries(parts)) {
	if (names.length > 0 && !names.includes(name)) continue;
	console.log(`== ${name}: ${part.summary}`);
	lines.push(`${name}: ${await outcomeOf(part)}`);
}
console.log(lines.map((line) => `== ${line}`).join("\n"));

async function outcomeOf(part: Part): Promise<string> {
	const begun = performance.now();
	const seconds = () => `${Math.round((performance.now() - begun) / 1_000)} s`;
	try {
		const result = await part.run();
		if ("leftOut" in result) return `left out: ${result.leftOut}`;
		return `passed in ${seconds()}: ${result.figures}`;
	} catch (error) {
		process.exitCode = 1;
		const message = error instanceof Error ? error.message : `${error}`;
		return `FAILED after ${seconds()}: ${message}`;
	}
}
