import { type Archive, damaged, openArchive } from "../archive/unzip.ts";
import { FileProblem } from "../sheets/file-problem.ts";
import type { SheetOutline, SheetReading } from "../sheets/opened-file.ts";
import type { Sheet } from "../sheets/sheet.ts";
import { readComments } from "./comments.ts";
import { refuseReformattedCells, spreadMergedCells } from "./merged-cells.ts";
import { isTrue, parseXml } from "./parse-xml.ts";
import { type Relationship, readRelationships } from "./relationships.ts";
import { type RichText, readSharedTexts } from "./shared-text.ts";
import { holdsSomething, readSheetCells } from "./sheet-cells.ts";
import { readStyles, type Styles } from "./styles.ts";

/** @throws FileProblem When the archive is not a workbook of Excel. */
export async function openWorkbook(bytes: Uint8Array): Promise<SheetOutline[]> {
	const archive = openArchive(bytes);
	const path = await findWorkbook(archive);
	const parts = await readRelationships(archive, path);
	const workbook = await readWorkbook(archive, path);
	let shared: Promise<SharedParts> | undefined;
	const outlines = workbook.sheets.map(async ({ name, isHidden, relation }) => {
		const part = parts.find(({ id }) => id === relation);
		// A sheet of another kind is a chart or a macro.
		if (part?.type !== "worksheet") return [];
		const read = async (options: SheetReading = {}) => {
			shared ??= readSharedParts(archive, parts);
			return readSheet(archive, {
				name,
				path: part.target,
				...(await shared),
				...workbook.settings,
				...options,
			});
		};
		const isEmpty = !(await holdsSomething(archive.read(part.target)));
		return [{ name, isHidden, isEmpty, read }];
	});
	return (await Promise.all(outlines)).flat();
}

async function findWorkbook(archive: Archive): Promise<string> {
	if (!archive.has("_rels/.rels")) throw new FileProblem(describe(archive));
	const relationships = await readRelationships(archive, "");
	const main = relationships.find(({ type }) => type === "officeDocument");
	if (!main) throw damaged();
	if (/\.bin$/i.test(main.target))
		throw new FileProblem(
			"The file is a binary workbook (.xlsb). Open it in a spreadsheet and save it as .xlsx",
		);
	if (/^word\/|^ppt\//i.test(main.target))
		throw new FileProblem(
			"The file is a text document or a presentation, not a table. Choose a workbook (.xlsx) or a CSV file",
		);
	return main.target;
}

function describe(archive: Archive): string {
	if (archive.has("content.xml"))
		return "The file is an OpenDocument spreadsheet (.ods). Open it and save it as .xlsx";
	if (archive.has("Index/Document.iwa"))
		return "The file is a spreadsheet of Apple Numbers. Open it and export it as Excel or CSV";
	return "The file is a ZIP archive, not a workbook. Unpack it, and choose the workbook (.xlsx) or the CSV file in it";
}

interface Workbook {
	sheets: { name: string; isHidden: boolean; relation: string }[];
	settings: { isFrom1904: boolean; isUncalculated: boolean };
}

async function readWorkbook(archive: Archive, path: string): Promise<Workbook> {
	const sheets: Workbook["sheets"] = [];
	const settings = { isFrom1904: false, isUncalculated: false };
	await parseXml(archive.read(path), {
		open(name, attributes) {
			if (name === "sheet") {
				const [, relation = ""] =
					Object.entries(attributes).find(([key]) => /:id$/.test(key)) ?? [];
				sheets.push({
					name: attributes.name ?? "",
					isHidden: /^(?:very)?hidden$/i.test(attributes.state ?? ""),
					relation,
				});
			}
			if (name === "workbookPr")
				settings.isFrom1904 = isTrue(attributes.date1904);
			if (name === "calcPr")
				settings.isUncalculated = isTrue(attributes.fullCalcOnLoad);
		},
		close() {},
	});
	return { sheets, settings };
}

interface SharedParts {
	sharedTexts: readonly RichText[];
	styles: Styles;
}

async function readSharedParts(
	archive: Archive,
	parts: readonly Relationship[],
): Promise<SharedParts> {
	const find = (wanted: string) =>
		parts.find(({ type, target }) => type === wanted && archive.has(target));
	const texts = find("sharedStrings");
	const styles = find("styles");
	return {
		sharedTexts: texts ? await readSharedTexts(archive.read(texts.target)) : [],
		styles: styles
			? await readStyles(archive.read(styles.target))
			: { cells: [], reformatting: new Set() },
	};
}

interface SheetParts extends SharedParts, SheetReading {
	name: string;
	path: string;
	isFrom1904: boolean;
	isUncalculated: boolean;
}

async function readSheet(archive: Archive, parts: SheetParts): Promise<Sheet> {
	const { path, rowsMax, onProgress } = parts;
	const pieces = archive.read(path, onProgress);
	const stored = await readSheetCells(pieces, parts, rowsMax);
	const notes = await readComments(archive, path);
	if (stored.hasPictures)
		notes.push(
			"The sheet has pictures, charts or text boxes. They are not read.",
		);
	return {
		name: parts.name,
		rows: spreadMergedCells(
			refuseReformattedCells(stored.rows, stored.reformatted),
			stored.merged,
		),
		hiddenColumns: [...stored.hiddenColumns],
		notes,
		isSplitText: false,
	};
}
