import { pauseBefore } from "./pace.ts";
import type { Table } from "./table.ts";
import {
	type WriteOutcome,
	type WriteStatement,
	writeEach,
} from "./write-each.ts";

const roundsMax = 3;

/**
 * `writeEach` for inserts, whose unknown ones are sent again: their keys let each take effect at most once.
 *
 * @returns One outcome a statement, in their order. Only a read tells whether a `REFUSED` one was refused for its own
 *   earlier write.
 */
export async function insertEach(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	let outcomes = await writeEach(table, statements);
	for (let round = 1; round < roundsMax; round++) {
		const open = statements.filter((_, index) => outcomes[index] === "UNKNOWN");
		if (open.length === 0) break;
		await pauseBefore(table, round);
		const later = await writeEach(table, open);
		outcomes = outcomes.map((outcome) =>
			outcome === "UNKNOWN" ? toLaterOutcome(later.shift()) : outcome,
		);
	}
	return outcomes;
}

/** A write that was only refused for load says nothing of the one before, which may still be on its way. */
function toLaterOutcome(outcome: WriteOutcome | undefined): WriteOutcome {
	if (outcome === undefined || outcome === "OVERLOADED") return "UNKNOWN";
	return outcome;
}
