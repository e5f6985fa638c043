import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpAnswer } from "./api-answer.ts";

const projectRoot = join(import.meta.dirname, "../..");

/** What GET answers beside the API's routes, by path. API Gateway serves none of it. */
export const readDocuments = (): ReadonlyMap<string, HttpAnswer> =>
	new Map([["/openapi.json", jsonFile("docs/openapi.json")]]);

const jsonFile = (path: string): HttpAnswer => ({
	status: 200,
	headers: { "content-type": "application/json" },
	body: readFileSync(join(projectRoot, path)),
});
