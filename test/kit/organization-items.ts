import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { FromSchema } from "json-schema-to-ts";
import { planImport } from "../../tools/organization-files/import/import-plan.ts";
import { checkOrganizationFile } from "../../tools/organization-files/read-organization-file.ts";
import type { schema } from "../../tools/organization-files/schema.ts";
import { environment } from "./environment.ts";

/** An organization file as it is written: what has a default may be absent. */
export type WrittenFile = FromSchema<
	typeof schema,
	{ keepDefaultedPropertiesOptional: true }
>;

/** An item of the table, as the document client returns it: numbers are `NumberValue`. */
export type StoredItem = Record<string, unknown> & { pk: string; sk: string };

/**
 * The items that an import of an organization file stores in an empty table: those of its API keys, users and records.
 *
 * @throws OrganizationFileError with the JSON pointer of what is wrong in the file.
 */
export async function organizationItems(
	file: WrittenFile,
	now = new Date(),
): Promise<StoredItem[]> {
	const { writes, errors } = await planImport(
		{ table: emptyTable, organizationId: file.org.id, now },
		checkOrganizationFile(structuredClone(file)),
	);
	const [error] = errors;
	if (error) throw error;
	return writes.flatMap((write) =>
		write.kind === "INSERT" ? toStoredItem(write.item) : [],
	);
}

const noItems = { send: async () => ({}) };

const emptyTable = {
	name: environment.TABLE_NAME,
	// Unchecked casts: a plan only reads, and finds nothing.
	documents: noItems as unknown as DynamoDBDocumentClient,
	documentsNoRetry: noItems as unknown as DynamoDBDocumentClient,
	pause: async () => {},
};

const toStoredItem = (item: object): StoredItem =>
	// Unchecked cast: every item that an import inserts has a key.
	unmarshall(marshall(item, { removeUndefinedValues: true }), {
		wrapNumbers: true,
	}) as StoredItem;
