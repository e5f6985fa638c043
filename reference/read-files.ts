import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of this project; the path is from its root. */
export const readProjectFile = (path: string): Buffer =>
	readFileSync(join(import.meta.dirname, "..", path));

/** A file of the package `swagger-ui-dist`. */
export const readRendererFile = (name: string): Buffer =>
	readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
