import {
	AttributeType,
	BillingMode,
	StreamViewType,
	Table,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";

/** The one table (design 3): every access is by full key, so it has no index. */
export function serviceTable(
	scope: Construct,
	{ deletionProtection }: { deletionProtection: boolean },
): Table {
	return new Table(scope, "Table", {
		partitionKey: { name: "pk", type: AttributeType.STRING },
		sortKey: { name: "sk", type: AttributeType.STRING },
		billingMode: BillingMode.PAY_PER_REQUEST,
		timeToLiveAttribute: "expiresAt",
		pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
		// For a notifier of approvers to read: nothing of ours does.
		stream: StreamViewType.NEW_IMAGE,
		deletionProtection,
	});
}
