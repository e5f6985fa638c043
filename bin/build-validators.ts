/**
 * Compiles every `schema.ts` of the project (which exports a JSON Schema as `schema`) into a self-contained
 * validator next to it, `schema.validator.js` with its `.d.ts`. A Lambda never compiles a schema, which would
 * cost 80 ms of cold start and 110 KB of bundle, and would need `new Function`.
 */
import {
	existsSync,
	globSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { buildSync, stop } from "esbuild";
import { isCalendarDate, isInstant } from "../shared/dates/calendar-date.ts";

const projectRoot = join(import.meta.dirname, "..");
const formatsImport = `
  import { isCalendarDate, isInstant } from "./shared/dates/calendar-date.ts";
  const knownFormats = { date: isCalendarDate, "date-time": isInstant };
`;

for (const path of globSync("{functions,shared,tools}/**/schema.ts", {
	cwd: projectRoot,
})) {
	const schemaPath = join(projectRoot, path);
	const { schema, allErrors = false } = await import(
		pathToFileURL(schemaPath).href
	);
	const validatorPath = schemaPath.replace(/\.ts$/, ".validator");
	writeIfChanged(`${validatorPath}.d.ts`, declaration(dirname(schemaPath)));
	writeIfChanged(`${validatorPath}.js`, bundle(compile(schema, allErrors)));
}
// Otherwise, esbuild's process would run as long as this one, which may be the process of the tests.
await stop();

/** @param allErrors Reports all failures instead of the first: for the operator's files, never for a caller's body. */
function compile(schema: object, allErrors: boolean): string {
	const ajv = new Ajv({
		useDefaults: true,
		allErrors,
		allowUnionTypes: true,
		code: { source: true, esm: true, formats: _`knownFormats` },
		formats: { date: isCalendarDate, "date-time": isInstant },
	});
	return standaloneCode.default(ajv, ajv.compile(schema));
}

/**
 * AJV's code still `require`s its own runtime and our formats, which esbuild bundles with it. Each error's path in the
 * schema is removed: nothing reads it, and it would add a kilobyte to the bundle of mark-as-paid.
 */
function bundle(code: string): string {
	const contents = formatsImport + code.replaceAll(/schemaPath:"[^"]*",/g, "");
	const { outputFiles } = buildSync({
		stdin: { contents, resolveDir: projectRoot },
		bundle: true,
		format: "esm",
		platform: "neutral",
		mainFields: ["main"],
		write: false,
		logLevel: "error",
	});
	return outputFiles.map(({ text }) => text).join("");
}

/** The file is replaced atomically, since another process may be reading it. */
function writeIfChanged(path: string, text: string) {
	if (existsSync(path) && readFileSync(path, "utf8") === text) return;
	writeFileSync(`${path}.${process.pid}`, text);
	renameSync(`${path}.${process.pid}`, path);
}

function declaration(folder: string): string {
	const validation = join(projectRoot, "shared/errors/validate.ts");
	return `import type { FromSchema } from "json-schema-to-ts";
import type { Validate } from "${relative(folder, validation)}";
import type { schema } from "./schema.ts";

export declare const validate: Validate<FromSchema<typeof schema>>;
`;
}
