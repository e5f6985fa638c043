import { toHeading } from "../../../client/src/payment-file/table/headings.ts";
import type { Field, ReadTable } from "../reader/messages.ts";

/** What a column is. The empty text means that a person must choose. */
export type ColumnUse = Field | "NOT_USED" | "";

/** No more kinds of files than these are remembered; the oldest is forgotten. */
const kindsMax = 20;

type Memory = Record<string, Record<number, ColumnUse>>;

const storageKey = (organizationId: string) =>
	`console-columns:${organizationId}`;

/** Files with the same headings are one kind. */
const kindOf = ({ columns }: ReadTable) =>
	JSON.stringify(
		columns.map(({ position, heading }) => [position, toHeading(heading)]),
	);

/** Finds what the columns of a file with the same headings were the last time. */
export function recallColumns(
	organizationId: string,
	table: ReadTable,
): Record<number, ColumnUse> | undefined {
	return recall(organizationId)[kindOf(table)];
}

export function rememberColumns(
	organizationId: string,
	table: ReadTable,
	uses: Readonly<Record<number, ColumnUse>>,
) {
	const kind = kindOf(table);
	const { [kind]: _, ...others } = recall(organizationId);
	const kept = Object.entries(others).slice(-(kindsMax - 1));
	try {
		localStorage.setItem(
			storageKey(organizationId),
			JSON.stringify(Object.fromEntries([...kept, [kind, uses]])),
		);
	} catch {
		// If the browser keeps nothing, the person is asked again the next time.
	}
}

function recall(organizationId: string): Memory {
	try {
		// Unchecked cast: only `rememberColumns` writes there.
		return JSON.parse(
			localStorage.getItem(storageKey(organizationId)) ?? "{}",
		) as Memory;
	} catch {
		return {};
	}
}
