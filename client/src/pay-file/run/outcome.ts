import type {
	OutcomeEntry,
	OutcomeGroup,
	OutcomeStatus,
} from "../journal/entries.ts";
import { toRanges } from "../journal/ranges.ts";
import type { Result } from "../service/payments-service.ts";

export interface RowOutcome {
	status: OutcomeStatus;
	reason?: string;
}

export function toRowOutcome({ status, reason }: Result): RowOutcome {
	return { status, ...(reason !== undefined && { reason }) };
}

/** An outcome with the rows of equal results together. */
export function toOutcome(
	key: string,
	rows: readonly number[],
	outcomeOf: (position: number) => RowOutcome,
	{ at, retryAfter }: { at: number; retryAfter?: number },
): OutcomeEntry {
	const groups = new Map<string, RowOutcome & { indexes: number[] }>();
	for (const [position, index] of rows.entries()) {
		const outcome = outcomeOf(position);
		const name = JSON.stringify([outcome.status, outcome.reason]);
		const group = groups.get(name);
		if (group) group.indexes.push(index);
		else groups.set(name, { ...outcome, indexes: [index] });
	}
	const results = [...groups.values()].map(
		({ status, reason, indexes }): OutcomeGroup => ({
			status,
			...(reason !== undefined && { reason }),
			rows: toRanges(indexes),
		}),
	);
	return {
		type: "outcome",
		at: new Date(at).toISOString(),
		key,
		results,
		...(retryAfter !== undefined && {
			retryAfter: new Date(retryAfter).toISOString(),
		}),
	};
}
