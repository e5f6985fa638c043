/**
 * `npm run generate` writes all files that are generated or recorded; with `--check`, as the first step of `npm test`,
 * it only compares them.
 */
import "./build-validators.ts";

const { findStale, generate } = await import(
	"../test/tools/openapi/generated-files.ts"
);

if (process.argv.includes("--check")) await check();
else console.log((await generate()).join("\n") || "All is up to date");

async function check() {
	const [first, ...others] = await findStale();
	if (first === undefined) return;
	const more = others.length > 0 ? ` and ${others.length} more are` : " is";
	console.error(`${first}${more} not up to date: type npm run generate`);
	process.exitCode = 1;
}
