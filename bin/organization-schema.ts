/** Writes the JSON Schema of organization files: `npm run organization-schema`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaDocument } from "../organization-files/schema-document.ts";

writeFileSync(
	join(import.meta.dirname, "../docs/organization-file.schema.json"),
	`${JSON.stringify(schemaDocument(), null, "\t")}\n`,
);
