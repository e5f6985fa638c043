import { schema } from "./schema.ts";

/**
 * The JSON Schema of organization files for editors: what `npm run generate` writes to
 * `docs/organization-file.schema.json`. It is the schema that checks files; rules that a schema cannot express are
 * checked by `import --dry-run`.
 */
export const schemaDocument = () => ({
	$schema: "http://json-schema.org/draft-07/schema#",
	title: "Organization file",
	...schema,
});
