import type { ApprovalStage } from "../../domain/advances/approval-stage.ts";
import type { PaymentRequest } from "../../domain/payment-request.ts";
import { queryAll } from "../dynamodb/query.ts";
import { fromStoredInteger } from "../dynamodb/stored-values.ts";
import type { Table } from "../dynamodb/table.ts";
import { approvalPrefix, paymentRequestKey } from "../keys.ts";
import { toStageOf, versionOfStage } from "./approval-items.ts";

/** A round that is over: another one has begun. */
export interface FormerRound {
	stages: ApprovalStage[];
	/** The version of the request with which the round ended: its last transition wrote a stage. */
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
	const items = await queryAll(table, {
		// A stage has one digit: the first round's prefix is that of all rounds.
		KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
		ExpressionAttributeValues: {
			":pk": pk,
			":first": `${prefix}0`,
			":last": `${prefix}9`,
		},
		ConsistentRead: true,
	});
	const versions = items
		.map(versionOfStage)
		.map((version) => (version ? fromStoredInteger(version) : 1));
	return {
		stages: items.map((item) => toStageOf(request, item)),
		version: Math.max(1, ...versions),
	};
}
