import type { FileRow } from "./file-row.ts";

/** Notes on each row with the invoice and the UTR of another row that it may be the same payment, entered twice. */
export function noteRepeats(rows: readonly FileRow[]) {
	const groups = new Map<string, FileRow[]>();
	for (const row of rows) {
		if (!row.payment) continue;
		const { slug, invoice, utr = "" } = row.payment;
		const key = JSON.stringify([slug ?? invoice, utr.toUpperCase()]);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	for (const group of groups.values()) {
		const [first, second] = group;
		if (!first || !second) continue;
		for (const row of group) {
			if (row.problems.some(({ reason }) => reason === "REPEATED")) continue;
			const other = row === first ? second : first;
			row.problems.push({
				reason: "REPEATED",
				message: `line ${other.line} has the same invoice and ${row.payment?.utr ? "UTR" : "no UTR either"}; if both are to be paid, use --allow-repeats`,
			});
		}
	}
}
