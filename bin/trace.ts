import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
	functionNames,
	mappedBundles,
	toSourcePlaces,
} from "../lib/source-maps.ts";

const usage = `npm run --silent trace -- <function> [<folder of maps>] < stack.txt
    prints a stack trace of the log with the places in the sources
npm run --silent trace -- --write <folder>
    writes the source maps of all functions

Without a folder, the maps are made of this checkout, which must be of the commit that is deployed.
<function>: ${functionNames().join(", ")}
`;

const [first, second] = process.argv.slice(2);
if (first === "--write" && second) {
	mkdirSync(second, { recursive: true });
	for (const [name, { map }] of await mappedBundles())
		writeFileSync(join(second, `${name}.js.map`), map);
} else if (first !== undefined && functionNames().includes(first)) {
	const map =
		second === undefined
			? (await mappedBundles([first])).get(first)?.map
			: readFileSync(join(second, `${first}.js.map`), "utf8");
	process.stdout.write(toSourcePlaces(await text(process.stdin), map ?? ""));
} else {
	process.stderr.write(usage);
	process.exitCode = 2;
}
