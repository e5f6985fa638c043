/** Writes the OpenAPI document: `npm run openapi`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../openapi/document.ts";

writeFileSync(
	join(import.meta.dirname, "../docs/openapi.json"),
	`${JSON.stringify(openApiDocument(), null, "\t")}\n`,
);
