import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import {
	fullAdvance,
	plainAdvance,
} from "../../functions/vendor-advance/advances.ts";
import type { PaymentRequest } from "../books.ts";
import { organizationId } from "../organization.ts";
import type { Known } from "./known.ts";
import type { Action, RaisedAdvance } from "./step.ts";

export type Transit = Extract<Action, { kind: "transit" }>;

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

/** The request of a transition: one that clients know, an advance of the organization's file, or none. */
export function transitedRequest(
	{ index }: Pick<Transit, "index">,
	{ requests }: Known,
): string {
	const ids = requests.length > 0 ? [...requests, "adv-1"] : ["adv-1", "none"];
	return ids.at(-1 - (index % ids.length)) ?? "none";
}

/** A file that says nothing but the state of an advance. */
export const decidedElsewhere = (
	action: Extract<Action, { kind: "decideElsewhere" }>,
	known: Known,
): OrganizationFile => {
	const id = transitedRequest(action, known);
	const { state } = action;
	return {
		org: { id: organizationId },
		advances: [{ id, vendorId: "v-1", state }],
	};
};

/** The stage that is open; 0 if none is. */
export const openStage = ({ approvals }: KnownRequest): number =>
	approvals.find(({ state }) => state === "OPEN")?.stage ?? 0;

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

const unknown: KnownRequest = {
	state: "PENDING",
	round: 1,
	version: 1,
	approvals: [],
};

/** What the client sends, given what it has read. */
export function toTransition(
	{ choice }: Transit,
	found: Partial<KnownRequest> | undefined,
): {
	name: "decision" | "resubmission" | "cancellation" | "approver";
	body: object;
	ifMatch?: number;
} {
	const request = { ...unknown, ...found, approvals: found?.approvals ?? [] };
	const at = { stage: openStage(request), round: request.round ?? 1 };
	const ifMatch = request.version;
	switch (choice.kind) {
		case "decision": {
			const { decision } = choice;
			return { name: "decision", body: { decision, ...at, note: "Looked at" } };
		}
		case "cancellation":
			return { name: "cancellation", body: { reason: "Not needed" } };
		case "resubmission": {
			const body = resubmissions[choice.body] ?? plainAdvance;
			return { name: "resubmission", body, ifMatch };
		}
		case "approver": {
			const { from, to } = choice;
			const body = { ...at, to, reason: "Away", ...(from && { from }) };
			return { name: "approver", body, ifMatch };
		}
	}
}
