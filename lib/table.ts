import {
	AttributeType,
	BillingMode,
	ProjectionType,
	StreamViewType,
	Table,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Stage } from "./stage.ts";

/** The index of the lists in `records.md`: see `shared/store/list-index.ts`. */
export const listIndexName = "ByCreation";

/** The one table. Every access is by full key, except lists, which use the index (`docs/data-model.md`). */
export function serviceTable(
	scope: Construct,
	{ isEphemeral }: Pick<Stage, "isEphemeral">,
): Table {
	const table = new Table(scope, "Table", {
		partitionKey: { name: "pk", type: AttributeType.STRING },
		sortKey: { name: "sk", type: AttributeType.STRING },
		billingMode: BillingMode.PAY_PER_REQUEST,
		timeToLiveAttribute: "expiresAt",
		pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
		// For a notifier of approvers (docs/decisions.md); no function reads it yet.
		stream: StreamViewType.NEW_IMAGE,
		deletionProtection: !isEphemeral,
	});
	table.addGlobalSecondaryIndex({
		indexName: listIndexName,
		partitionKey: { name: "listPk", type: AttributeType.STRING },
		sortKey: { name: "listSk", type: AttributeType.STRING },
		projectionType: ProjectionType.KEYS_ONLY,
	});
	return table;
}
