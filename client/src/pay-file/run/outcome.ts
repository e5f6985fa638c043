import type { Recorded } from "../../attempts/recorded.ts";
import type { ResourceResult } from "../../payments/resource.ts";
import type {
	OutcomeEntry,
	OutcomeGroup,
	OutcomeStatus,
} from "../journal/entries.ts";
import { toRanges } from "../journal/ranges.ts";

export interface RowOutcome {
	status: OutcomeStatus;
	reason?: string;
}

export function resultToOutcome({
	status,
	reason,
}: Pick<ResourceResult, "status" | "reason">): RowOutcome {
	if (status === "NOT_RECORDED") return notRecorded;
	return { status, ...(reason !== null && { reason }) };
}

export const recordedToOutcome = ({ state }: Recorded): RowOutcome =>
	(
		({
			RECORDED: { status: "DONE" },
			NOT_RECORDED: notRecorded,
			UNCLEAR: { status: "UNKNOWN", reason: "OTHER_PAYMENTS" },
		}) as const satisfies Record<Recorded["state"], RowOutcome>
	)[state];

const notRecorded = { status: "NOT_TAKEN", reason: "NOT_RECORDED" } as const;

/** An outcome with the rows of equal results together. */
export function toOutcome(
	key: string,
	rows: readonly number[],
	outcomes: readonly RowOutcome[],
	at: number,
): OutcomeEntry {
	const groups = new Map<string, OutcomeGroup & { indexes: number[] }>();
	for (const [position, index] of rows.entries()) {
		const outcome = outcomes[position];
		if (!outcome) throw new Error("A row of the request has no outcome");
		const name = JSON.stringify([outcome.status, outcome.reason]);
		const group = groups.get(name);
		if (group) group.indexes.push(index);
		else groups.set(name, { ...outcome, rows: [], indexes: [index] });
	}
	return {
		type: "outcome",
		at: new Date(at).toISOString(),
		key,
		results: [...groups.values()].map(({ indexes, ...group }) => ({
			...group,
			rows: toRanges(indexes),
		})),
	};
}
