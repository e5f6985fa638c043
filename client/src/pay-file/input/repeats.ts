import type { FileRow } from "./file-row.ts";

/** Notes on each row with the slug and the UTR of another row that it may be the same payment, entered twice. */
export function noteRepeats(rows: readonly FileRow[]) {
	const groups = new Map<string, FileRow[]>();
	for (const row of rows) {
		if (!row.payment) continue;
		const { slug, utr = "" } = row.payment;
		const key = JSON.stringify([slug, utr.toUpperCase()]);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	for (const group of groups.values()) {
		const [first, second] = group;
		if (!first || !second) continue;
		for (const row of group) {
			const other = row === first ? second : first;
			row.problems.push({
				reason: "REPEATED",
				message: `line ${other.line} has the same slug and ${row.payment?.utr ? "UTR" : "no UTR either"}; if both are to be paid, pass --allow-repeats`,
			});
		}
	}
}
