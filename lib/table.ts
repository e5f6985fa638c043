import type { Stack } from "aws-cdk-lib";
import {
	AttributeType,
	BillingMode,
	ProjectionType,
	StreamViewType,
	Table,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";

/** The index of all lists of the API: see `shared/lists/list-index.store.ts`. */
export const listIndexName = "ByCreation";

export interface TableSettings {
	/** Whether deleting the stack also deletes the table. */
	isEphemeral: boolean;
	/** Whether functions read the stream. They need both images of a record, to compare them. */
	isStreamRead: boolean;
}

/** The one table. Every access is by the full key, except for lists, which use the index (`docs/data-model.md`). */
export const serviceTable = (
	scope: Construct,
	settings: TableSettings,
): Table => table(scope, "Table", settings);

/**
 * A restored table, which the functions use in place of the stack's own (`docs/operations/restore.md`). The stack keeps
 * its own table. CloudFormation takes the restored table over by `cdk import`; it cannot create it, since a table of that
 * name exists.
 *
 * @param tableName Begins like CloudFormation's names, by which the operator's commands find the stack's tables.
 * @throws When the name begins otherwise.
 */
export function restoredTable(
	scope: Stack,
	tableName: string,
	settings: TableSettings,
): Table {
	const beginning = `${scope.stackName}-Table`;
	if (!tableName.startsWith(beginning))
		throw new Error(
			`The name of the restored table "${tableName}" must begin with "${beginning}"`,
		);
	return table(scope, "RestoredTable", settings, tableName);
}

function table(
	scope: Construct,
	id: string,
	{ isEphemeral, isStreamRead }: TableSettings,
	tableName?: string,
): Table {
	const created = new Table(scope, id, {
		...(tableName !== undefined && { tableName }),
		partitionKey: { name: "pk", type: AttributeType.STRING },
		sortKey: { name: "sk", type: AttributeType.STRING },
		billingMode: BillingMode.PAY_PER_REQUEST,
		timeToLiveAttribute: "expiresAt",
		pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
		// A change of the type makes a new stream, so that a table whose stream nobody reads keeps the type that it had.
		stream: isStreamRead
			? StreamViewType.NEW_AND_OLD_IMAGES
			: StreamViewType.NEW_IMAGE,
		deletionProtection: !isEphemeral,
	});
	created.addGlobalSecondaryIndex({
		indexName: listIndexName,
		partitionKey: { name: "listPk", type: AttributeType.STRING },
		sortKey: { name: "listSk", type: AttributeType.STRING },
		projectionType: ProjectionType.KEYS_ONLY,
	});
	return created;
}
