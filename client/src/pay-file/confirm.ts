import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import type { OpenedOrganization } from "./organization.ts";
import { count, describeFigures } from "./output/figures.ts";
import type { PayProcess } from "./pay-process.ts";

/**
 * Shows what would be paid, and asks whether it is to be. A script is not asked, but must confirm what is unusual.
 *
 * @throws InputError when the user does not want it, or a script has not confirmed it.
 */
export async function confirmPayments(
	rows: readonly FileRow[],
	organization: OpenedOrganization,
	{ isConfirmed }: { isConfirmed: boolean },
	{ print, confirm }: PayProcess,
): Promise<void> {
	const warnings = describeUnusual(rows, organization);
	const figures = describeFigures(rows);
	print([`To pay: ${figures}`, ...warnings].join("\n"));
	if (isConfirmed) return;
	if (!confirm) {
		if (warnings.length === 0) return;
		throw new InputError(
			`${warnings.join("\n")}\nThis run has paid nothing. If this is right, use --yes`,
		);
	}
	if (await confirm(`Pay ${figures}? (yes/no) `)) return;
	throw new InputError("You have not said yes: this run has paid nothing");
}

/** Rows that can be paid, though they are unusual. */
export function describeUnusual(
	rows: readonly FileRow[],
	{ baseCurrency, timezone, now }: OpenedOrganization,
): string[] {
	const today = toDay(now(), timezone);
	const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
	const dated = (isUnusual: (date: string) => boolean) =>
		rows.filter(({ payment }) => isUnusual(payment?.paymentDate ?? today));
	const others = rows.filter(
		({ record }) => record && record.currency !== baseCurrency,
	);
	return [
		...warn(
			dated((date) => date > today),
			"a date in the future",
		),
		...warn(
			dated((date) => date < aYearAgo),
			"a date more than a year ago",
		),
		...warn(others, `another currency than ${baseCurrency}`),
	];
}

const toDay = (milliseconds: number, timeZone: string): string =>
	// Sweden writes 2026-11-21.
	new Intl.DateTimeFormat("sv-SE", { timeZone }).format(milliseconds);

const shownMax = 5;

function warn(rows: readonly FileRow[], what: string): string[] {
	if (rows.length === 0) return [];
	const lines = rows.slice(0, shownMax).map(({ line }) => line);
	return [
		`Warning: ${count(rows.length, "row")} with ${what}: line ${lines.join(", ")}${rows.length > shownMax ? ", …" : ""}`,
	];
}
