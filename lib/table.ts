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
	/** Deleting the stack deletes the table. */
	isEphemeral: boolean;
	/** Whether functions read the stream. They compare both images of a record. */
	isStreamRead: boolean;
}

/** The one table. Every access is by full key, except lists, which use the index (`docs/data-model.md`). */
export const serviceTable = (
	scope: Construct,
	settings: TableSettings,
): Table => table(scope, "Table", settings);

/**
 * A restored table, which the functions use in the place of the stack's own (`docs/operations/restore.md`). The own
 * table stays in the stack. CloudFormation takes the restored one over by `cdk import`; it cannot create it, since a
 * table of that name exists.
 *
 * @param tableName Begins as CloudFormation's names do: the operator's commands find the stack's tables by it.
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
		// Another type makes a new stream. Without notifications no function reads it, and it stays as it is.
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
