/**
 * Compiles every `schema.ts` of the project (which exports a JSON Schema as `schema`) into a self-contained
 * validator beside it, `schema.validator.js` with its `.d.ts`. A Lambda never compiles a schema: that
 * costs 80 ms of cold start, 110 KB of bundle, and needs `new Function`.
 */
import { globSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { buildSync } from "esbuild";
import { isCalendarDate } from "../shared/domain/calendar-date.ts";
import { isInstant } from "../shared/domain/instant.ts";

const projectRoot = join(import.meta.dirname, "..");
const formatsImport = `
  import { isCalendarDate } from "./shared/domain/calendar-date.ts";
  import { isInstant } from "./shared/domain/instant.ts";
  const knownFormats = { date: isCalendarDate, "date-time": isInstant };
`;

for (const path of globSync("{functions,operator}/**/schema.ts", {
	cwd: projectRoot,
})) {
	const schemaPath = join(projectRoot, path);
	const { schema } = await import(pathToFileURL(schemaPath).href);
	writeFileSync(
		schemaPath.replace(/\.ts$/, ".validator.d.ts"),
		declaration(dirname(schemaPath)),
	);
	bundle(compile(schema), schemaPath.replace(/\.ts$/, ".validator.js"));
}

function compile(schema: object): string {
	const ajv = new Ajv({
		code: { source: true, esm: true, formats: _`knownFormats` },
		formats: { date: isCalendarDate, "date-time": isInstant },
	});
	return standaloneCode.default(ajv, ajv.compile(schema));
}

/** AJV's code still `require`s its own runtime and our formats: esbuild folds them in. */
function bundle(code: string, outfile: string) {
	buildSync({
		stdin: { contents: formatsImport + code, resolveDir: projectRoot },
		outfile,
		bundle: true,
		format: "esm",
		platform: "neutral",
		mainFields: ["main"],
		logLevel: "error",
	});
}

function declaration(folder: string): string {
	const validation = join(projectRoot, "shared/domain/validate.ts");
	return `import type { FromSchema } from "json-schema-to-ts";
import type { Validate } from "${relative(folder, validation)}";
import type { schema } from "./schema.ts";

export declare const validate: Validate<FromSchema<typeof schema>>;
`;
}
