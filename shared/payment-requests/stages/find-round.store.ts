import {
	approvalPrefix,
	historyKey,
	paymentRequestKey,
} from "../../dynamodb/keys.ts";
import { queryPage, queryPartition } from "../../dynamodb/reads/query.ts";
import type { Table } from "../../dynamodb/table.ts";
import { toTransition } from "../history/history-items.store.ts";
import type { PaymentRequest } from "../payment-request.ts";
import { toApprovalStage, versionOfStage } from "./approval-items.store.ts";
import type { ApprovalStage } from "./approval-stage.ts";

/** A round that is over: another one has begun. */
export interface FormerRound {
	stages: ApprovalStage[];
	/** The version of the request with which the round ended. */
	version: number;
}

/** Reads the approvals of a round before the present one, which do not change any more. */
export async function findFormerRound(
	table: Table,
	organizationId: string,
	request: PaymentRequest,
	round: number,
): Promise<FormerRound> {
	const { pk } = paymentRequestKey(organizationId, request.id);
	const prefix = approvalPrefix(round);
	const items = await queryPartition(table, { pk, prefix });
	const versions = items.map(versionOfStage);
	return {
		stages: items.map(toApprovalStage),
		version: await findLastVersion(table, {
			organizationId,
			paymentRequestId: request.id,
			round,
			from: Math.max(1, ...versions),
		}),
	};
}

/** The last transitions of a round may have written no stage: a file can return a request that is `APPROVED`. */
async function findLastVersion(
	table: Table,
	{
		organizationId,
		paymentRequestId,
		round,
		from,
	}: {
		organizationId: string;
		paymentRequestId: string;
		round: number;
		from: number;
	},
): Promise<number> {
	const { pk, sk } = historyKey(organizationId, paymentRequestId, from);
	const { Items = [] } = await queryPage(table, {
		KeyConditionExpression: "pk = :pk AND sk > :sk",
		ExpressionAttributeValues: { ":pk": pk, ":sk": sk },
		ConsistentRead: true,
		Limit: 50,
	});
	const later = Items.map(toTransition);
	const ofRound = later.filter(({ entries: [one] }) => one?.round === round);
	return ofRound.at(-1)?.version ?? from;
}
