import type { FileRow } from "./input/file-row.ts";
import { InputError } from "./input-error.ts";
import type { OpenedOrganization } from "./organization.ts";
import { capitalized, count, describeFigures } from "./output/figures.ts";
import type { PayProcess } from "./pay-process.ts";
import type { Task } from "./task.ts";

/**
 * Shows what would be done, and asks whether it is to be. A script is not asked, but must confirm what is unusual.
 *
 * @throws InputError when the user does not want it, or a script has not confirmed it.
 */
export async function confirmRows(
	rows: readonly FileRow[],
	organization: OpenedOrganization,
	{
		options: { isConfirmed },
		words: { verb, done },
		mustBeConfirmed,
		...task
	}: Task,
	{ print, confirm }: PayProcess,
): Promise<void> {
	const warnings = task.describeUnusual(rows, organization);
	const figures = describeFigures(rows);
	print([`To ${verb}: ${figures}`, ...warnings].join("\n"));
	if (isConfirmed) return;
	if (!confirm) {
		if (warnings.length === 0 && !mustBeConfirmed) return;
		throw new InputError(
			[
				...warnings,
				`This run has ${done} nothing. If this is right, use --yes`,
			].join("\n"),
		);
	}
	if (await confirm(`${capitalized(verb)} ${figures}? (yes/no) `)) return;
	throw new InputError(`You have not said yes: this run has ${done} nothing`);
}

/** Rows that can be paid, though they are unusual. */
export function describeUnusualPayments(
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
