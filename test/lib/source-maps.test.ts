import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { bundleOptions } from "../../lib/bundle.ts";
import {
	type MappedBundle,
	mappedBundles,
	toSourcePlaces,
} from "../../lib/source-maps.ts";
import { readDocument } from "../docs/markdown.ts";

const name = "batch-status";
let bundle: MappedBundle;
beforeAll(async () => {
	const found = (await mappedBundles([name])).get(name);
	if (!found) throw new Error("There is no bundle");
	bundle = found;
});

it("operations: a source map belongs to the code that is deployed, byte for byte", async () => {
	const { outputFiles } = await build({
		...bundleOptions,
		entryPoints: [`functions/${name}/handler.ts`],
		outdir: "functions",
		write: false,
	});
	expect(outputFiles[0]?.text).toBe(bundle.code);
});

it("operations: a stack trace of the log leads to the lines of the sources", () => {
	const message = "The environment variable ";
	const lines = readDocument("shared/environment/config.ts").split("\n");
	const at = bundle.code.indexOf(message);
	expect(at).toBeGreaterThan(0);
	const before = bundle.code.slice(0, at).split("\n");
	const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
	const trace = `Error: x\\n    at a (/var/task/index.js:${place})\n    at b (file:///var/task/index.js:${place})\n    at node:internal/x:1:2`;
	const shown = toSourcePlaces(trace, bundle.map);
	const places = [
		...shown.matchAll(/shared\/environment\/config\.ts:(\d+):\d+/g),
	];
	expect(places).toHaveLength(2);
	for (const [, line] of places)
		expect(lines[Number(line) - 1]).toContain(message);
	expect(shown).toContain("at node:internal/x:1:2");
	expect(shown).not.toContain("/var/task");
});
