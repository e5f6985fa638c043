/** A cell as a workbook has it: a text, a number by its digits, a day by its number, what a formula gives, or the rest of its XML. */
export type Cell =
	| string
	| { number: string }
	| { day: string }
	| { error: string }
	| { formula: string }
	| { xml: string };

/** Writes an Excel workbook (.xlsx) of sheets with these cells; `null` makes a sheet that is a chart, `properties` is XML, and `writeXml` writes it in another way. */
export function toWorkbook(
	sheets: Record<string, readonly (readonly Cell[])[] | null>,
	hidden: Record<string, "hidden" | "veryHidden"> = {},
	properties = "",
	writeXml = (xml: string) => xml,
): Buffer {
	const names = Object.keys(sheets);
	const numbered = names.map((name, index) => ({ name, id: index + 1 }));
	return toZip({
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		"_rels/.rels": relationships(
			`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`,
		),
		"xl/workbook.xml": writeXml(
			`<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${numbered.map(({ name, id }) => `<sheet name="${name}"${name in hidden ? ` state="${hidden[name]}"` : ""} sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
		),
		"xl/_rels/workbook.xml.rels": relationships(
			`${numbered.map(({ id, name }) => `<Relationship Id="rId${id}" Type="${office}/${sheets[name] ? "worksheet" : "chartsheet"}" Target="worksheets/sheet${id}.xml"/>`).join("")}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/>`,
		),
		// Format 14 is that of dates; the style 10 shows four digits at least, the style 11 two digits and two decimals.
		"xl/styles.xml": writeXml(
			`<styleSheet xmlns="${main}"><numFmts count="2"><numFmt formatCode="0000" numFmtId="164"/><numFmt formatCode="00.00" numFmtId="165"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs count="12"><xf/><xf numFmtId="14" applyNumberFormat="1"/>${"<xf/>".repeat(8)}<xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
		),
		...Object.fromEntries(
			names.map((name, index) => [
				`xl/worksheets/sheet${index + 1}.xml`,
				writeXml(
					`<worksheet xmlns="${main}"><sheetData>${(sheets[name] ?? []).map(toRow).join("")}</sheetData></worksheet>`,
				),
			]),
		),
	});
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office =
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relationships = (content: string) =>
	`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;

const toRow = (cells: readonly Cell[], row: number) =>
	`<row r="${row + 1}">${cells.map((cell, column) => toCell(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join("")}</row>`;

function toCell(cell: Cell, reference: string): string {
	if (cell === "") return "";
	if (typeof cell === "string")
		return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
	if ("number" in cell) return `<c r="${reference}"><v>${cell.number}</v></c>`;
	if ("day" in cell) return `<c r="${reference}" s="1"><v>${cell.day}</v></c>`;
	if ("error" in cell)
		return `<c r="${reference}" t="e"><v>${cell.error}</v></c>`;
	if ("xml" in cell) return `<c r="${reference}"${cell.xml}`;
	return `<c r="${reference}"><f>A1</f><v>${cell.formula}</v></c>`;
}

/** An archive of files that are not compressed. */
function toZip(files: Record<string, string>): Buffer {
	const locals: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const [name, text] of Object.entries(files)) {
		const [path, content] = [Buffer.from(name), Buffer.from(text)];
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt32LE(crc32(content), 10);
		common.writeUInt32LE(content.length, 14);
		common.writeUInt32LE(content.length, 18);
		common.writeUInt16LE(path.length, 22);
		const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, path]);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		central.push(
			Buffer.concat([
				Buffer.from("PK\u0001\u0002\u0014\u0000"),
				common,
				place,
				path,
			]),
		);
		locals.push(local, content);
		offset += local.length + content.length;
	}
	const end = Buffer.alloc(18);
	end.writeUInt16LE(central.length, 4);
	end.writeUInt16LE(central.length, 6);
	end.writeUInt32LE(Buffer.concat(central).length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([
		...locals,
		...central,
		Buffer.from("PK\u0005\u0006"),
		end,
	]);
}

function crc32(bytes: Buffer): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++)
			crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return (crc ^ 0xffffffff) >>> 0;
}
