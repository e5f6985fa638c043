/** Writes the reference page as static files: `npm run docs:build`. */
import { buildReference } from "../tools/reference/build-reference.ts";

try {
	console.log(buildReference(process.argv.slice(2)));
} catch (error) {
	const isExpected = error instanceof TypeError || error instanceof RangeError;
	console.error(isExpected ? error.message : error);
	process.exitCode = 1;
}
