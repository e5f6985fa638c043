import fc from "fast-check";
import type * as endpoints from "../../shared/endpoints/endpoints.ts";
import {
	fullAdvance,
	plainAdvance,
} from "../functions/vendor-advance/advances.ts";
import type { PaymentRequest } from "./records.ts";

type RouteKey = (typeof endpoints)[keyof typeof endpoints]["routeKey"];
type NameIn<Key> =
	Key extends `POST /v1.0/payment/request/{paymentRequestId}/${infer Name}`
		? Name
		: never;

/** The last part of the path of a transition of a payment request (A2 to A5). */
export type TransitionName = NameIn<RouteKey>;

/** What the client of a history chooses. */
export type TransitChoice =
	| { kind: "decision"; decision: "APPROVE" | "REJECT" | "RETURN" }
	| { kind: "cancellation" }
	/** @param body Of `resubmissions`. */
	| { kind: "resubmission"; body: number }
	| { kind: "approver"; from: string | null; to: string };

/** The properties on which the outcome of an advance depends. */
export interface RaisedAdvance {
	amount: number;
	vendorId: string;
	gstAmount?: number;
	tdsAmount?: number;
	purchaseOrderLinkId?: string;
}

/** It falls under the policy "Medium advances", whose first stage needs any of its approvers. */
export const mediumAdvance: RaisedAdvance = {
	amount: 10_000,
	vendorId: "v-1",
	purchaseOrderLinkId: "po-1",
};

export const resubmissions: readonly RaisedAdvance[] = [
	fullAdvance,
	{ ...fullAdvance, purchaseOrderLinkId: "po-2" },
	plainAdvance,
	mediumAdvance,
];

const userId = fc.constantFrom("u-admin", "u-cfo");

const choices: Readonly<
	Record<
		TransitionName,
		{ weight: number; arbitrary: fc.Arbitrary<TransitChoice> }
	>
> = {
	decision: {
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant("decision" as const),
			decision: fc.constantFrom("APPROVE", "APPROVE", "REJECT", "RETURN"),
		}),
	},
	resubmission: {
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("resubmission" as const),
			body: fc.nat(resubmissions.length - 1),
		}),
	},
	cancellation: { weight: 1, arbitrary: fc.constant({ kind: "cancellation" }) },
	approver: {
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant("approver" as const),
			from: fc.option<string>(userId),
			to: userId,
		}),
	},
};

export const arbitraryChoice: fc.Arbitrary<TransitChoice> = fc.oneof(
	...Object.values(choices),
);

/** What a client knows of a request: the parts of its record that its export has as well. */
export type KnownRequest = Pick<
	PaymentRequest,
	"state" | "round" | "version"
> & {
	approvals: Pick<
		PaymentRequest["approvals"][number],
		"stage" | "userId" | "state"
	>[];
};

/** The stage that is open; 0 if none is. */
export const openStage = ({ approvals }: KnownRequest): number =>
	approvals.find(({ state }) => state === "OPEN")?.stage ?? 0;

const unknown: KnownRequest = {
	state: "PENDING",
	round: 1,
	version: 1,
	approvals: [],
};

/** What the client sends, given what it has read. */
export function toTransition(
	choice: TransitChoice,
	found: Partial<KnownRequest> | undefined,
): { name: TransitionName; body: object; ifMatch?: number } {
	const request = { ...unknown, ...found, approvals: found?.approvals ?? [] };
	const at = { stage: openStage(request), round: request.round ?? 1 };
	const { kind: name } = choice;
	const ifMatch = request.version;
	switch (name) {
		case "decision": {
			const { decision } = choice;
			return { name, body: { decision, ...at, note: "Looked at" } };
		}
		case "cancellation":
			return { name, body: { reason: "Not needed" } };
		case "resubmission":
			return {
				name,
				body: resubmissions[choice.body] ?? plainAdvance,
				ifMatch,
			};
		case "approver": {
			const { from, to } = choice;
			const body = { ...at, to, reason: "Away", ...(from && { from }) };
			return { name, body, ifMatch };
		}
	}
}

/** The entry that a transition leaves in the history. */
export interface AskedEntry {
	/** Its action; where it concerns a stage, also the round, the stage and who is concerned. */
	name: string;
	/** A transition that was answered has left the entry. Default: true. */
	isCertain?: boolean;
}

type Sent = Readonly<Record<string, string | number>>;

const decided: Readonly<Record<string, string>> = {
	APPROVE: "APPROVED",
	REJECT: "REJECTED",
	RETURN: "RETURNED",
};

/** The entry that each transition asks for, by its body and its user. */
export const askedEntries: Readonly<
	Record<TransitionName, (sent: Sent, userId: string) => AskedEntry>
> = {
	decision: ({ decision = "", stage, round }, userId) => ({
		name: `${decided[decision]} ${round} ${stage} ${userId}`,
	}),
	resubmission: () => ({ name: "RESUBMITTED" }),
	cancellation: () => ({ name: "CANCELLED" }),
	// The approver may have been there before.
	approver: ({ stage, round, from = "none", to }) => ({
		name: `APPROVER_CHANGED ${round} ${stage} ${from} ${to}`,
		isCertain: from === to,
	}),
};
