import { FileProblem } from "../sheets/file-problem.ts";
import type { OpenedFile, SheetOutline } from "../sheets/opened-file.ts";
import { findHeadingRow, headingRowsMax, toHeading } from "./headings.ts";

export interface SheetChoice {
	/** Absent when several sheets could have the payments: a person must choose. */
	sheet?: SheetOutline;
	/** The sheets that could have them. */
	candidates: readonly SheetOutline[];
	/** The sheets that hold something and are not read, in sentences. */
	notes: readonly string[];
}

/**
 * Finds the sheet with the payments: the one that is named, or else the only one whose headings name an invoice and an
 * amount, or else the only one that holds something. A hidden sheet is read only when it is named.
 *
 * @param headings Headings that the caller has named.
 * @throws FileProblem When no sheet has the name, or no sheet holds anything.
 */
export async function chooseSheet(
	{ sheets }: OpenedFile,
	{
		name,
		headings,
	}: { name?: string | undefined; headings?: readonly string[] } = {},
): Promise<SheetChoice> {
	const filled = sheets.filter(({ isEmpty }) => !isEmpty);
	if (filled.length === 0) throw new FileProblem("The file is empty");
	const candidates =
		name === undefined
			? await findCandidates(filled, headings)
			: filled.filter((sheet) => toHeading(sheet.name) === toHeading(name));
	if (candidates.length === 0)
		throw new FileProblem(
			`No sheet that holds something has the name ${JSON.stringify(name)}. The sheets are ${filled.map(toName).join(", ")}`,
		);
	const [sheet, other] = candidates;
	if (!sheet || other) return { candidates, notes: [] };
	return {
		sheet,
		candidates,
		notes: filled
			.filter((one) => one !== sheet)
			.map(
				(one) =>
					`The ${one.isHidden ? "hidden " : ""}sheet ${toName(one)} is not read.`,
			),
	};
}

const toName = ({ name }: SheetOutline) => JSON.stringify(name);

async function findCandidates(
	filled: readonly SheetOutline[],
	headings: readonly string[] | undefined,
): Promise<readonly SheetOutline[]> {
	const visible = filled.filter(({ isHidden }) => !isHidden);
	if (visible.length <= 1) return visible.length === 1 ? visible : filled;
	const withHeadings: SheetOutline[] = [];
	for (const sheet of visible) {
		const { rows } = await sheet.read({ rowsMax: headingRowsMax });
		if (findHeadingRow(rows, headings) !== undefined) withHeadings.push(sheet);
	}
	return withHeadings.length > 0 ? withHeadings : visible;
}
