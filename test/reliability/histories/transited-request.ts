import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { organizationId } from "../organization.ts";
import type { Known } from "./known.ts";
import type { Action } from "./step.ts";

export type Transit = Extract<Action, { kind: "transit" }>;

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
