import {
	AttributeType,
	BillingMode,
	ProjectionType,
	StreamViewType,
	Table,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Stage } from "./stage.ts";

/** Holds the lists of `records.md`: see `shared/store/list-index.ts`. */
export const listIndexName = "ByCreation";

/** The one table (design 3): every access is by full key, but for the lists, which have an index. */
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
		// Lets a notifier tell approvers of their open entries (docs/decisions.md); nothing here reads it.
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
