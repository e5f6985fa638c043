import { toDecimalText } from "../../shared/money/decimal.ts";
import type { Records } from "./records.ts";

export type Summary = ReturnType<typeof summarize>;

/** What the records say, without ids and times that differ from run to run. Runs with a fault end like the run without one. */
export function summarize(records: Records) {
	const { invoices, purchaseOrders, advances, paymentRequests } = records;
	const { vendors, skus, apiKeys, paymentRuns } = records;
	return {
		runs: paymentRuns
			.map(({ name, state, total }) => `${name} ${state} ${total}`)
			.toSorted(),
		invoices: invoices.map(({ slug, state, amount, due, payments, lock }) => ({
			slug,
			state,
			amount: toDecimalText(amount),
			due: toDecimalText(due),
			payments: payments.length,
			isLocked: lock !== undefined,
		})),
		purchaseOrders: purchaseOrders
			.map(({ poNumber, state }) => `${poNumber} ${state}`)
			.toSorted(),
		linked: [...advances, ...paymentRequests]
			.map(
				({ purchaseOrderLinkId, state }) => `${purchaseOrderLinkId} ${state}`,
			)
			.toSorted(),
		requests: paymentRequests.map(
			({ state, round, version, approvals, history }) => ({
				state,
				round,
				version,
				approvals: approvals.map(({ userId, state }) => `${userId} ${state}`),
				history: history.map(({ action }) => action),
			}),
		),
		vendors: vendors.map(({ id, name }) => `${id} ${name}`),
		skus: skus.map(({ name, itemCode }) => `${itemCode} ${name}`).toSorted(),
		apiKeys: apiKeys
			.map(({ name, userId, permissions, revoked, expiresAt }) =>
				[name, userId, permissions.toSorted(), revoked, expiresAt].join(" "),
			)
			.toSorted(),
	};
}
