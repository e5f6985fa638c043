import { shorten } from "../../../shared/text/shorten.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import type { KnownRecords } from "./known-records.ts";
import type { Granted } from "./usable-keys.ts";

const pointer = "/org/secondPersonFrom";

/** Warns of ways in which one person can get round the rule that payment runs need a second person (runs P4). */
export function secondPersonWarnings(
	{ organization: { secondPersonFrom, currencies } }: KnownRecords,
	granted: readonly Granted[],
): FileWarning[] {
	if (secondPersonFrom === null) return [];
	const both = findUsersWithBoth(granted);
	return [
		...(secondPersonFrom > 0 && currencies.length > 1
			? [
					warning(
						pointer,
						`is compared with sums over all currencies, without conversion: ${shorten(currencies.join(", "))}`,
					),
				]
			: []),
		...both.map((userId) =>
			warning(
				pointer,
				`does not bind a user who may prepare or release payment runs, and may also pay with payments:mark-paid: ${JSON.stringify(shorten(userId))}`,
			),
		),
	];
}

/** Finds users who have both with all their keys and what they may do in the console together. */
function findUsersWithBoth(granted: readonly Granted[]): string[] {
	const byUser = Map.groupBy(granted, ({ userId }) => userId);
	return [...byUser].flatMap(([userId, own]) => {
		const all = new Set(own.flatMap(({ permissions }) => permissions));
		const mayRun = all.has("payments:prepare") || all.has("payments:release");
		return mayRun && all.has("payments:mark-paid") ? [userId] : [];
	});
}
