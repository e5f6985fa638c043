import { type NumberFormat, parseNumberFormat } from "./number-format.ts";
import { type Attributes, parseXml } from "./parse-xml.ts";
import { isFalse } from "./shared-text.ts";

/** The parts of a cell's look that matter. */
export interface CellStyle {
	format: NumberFormat;
	isStruck: boolean;
}

export const plainStyle: CellStyle = {
	format: parseNumberFormat("General"),
	isStruck: false,
};

export interface Styles {
	/** The styles of cells, which name them by their position. */
	cells: CellStyle[];
	/** The positions of the conditional styles that change the number format. */
	reformatting: ReadonlySet<number>;
}

/** Reads the styles of a workbook. */
export async function readStyles(
	pieces: AsyncIterable<Uint8Array>,
): Promise<Styles> {
	const codes = new Map<string, string>();
	const formats = new Map<string, NumberFormat>();
	const struckFonts: boolean[] = [];
	const cells: CellStyle[] = [];
	const reformatting = new Set<number>();
	let conditional = -1;
	const path: string[] = [];
	const toFormat = (id: string) => {
		const known = formats.get(id);
		if (known) return known;
		const format = parseNumberFormat(codes.get(id) ?? builtInCode(Number(id)));
		formats.set(id, format);
		return format;
	};
	const readers: Readonly<Record<string, (attributes: Attributes) => void>> = {
		"styleSheet/numFmts/numFmt": ({ numFmtId = "", formatCode = "" }) =>
			codes.set(numFmtId, formatCode),
		"styleSheet/fonts/font": () => struckFonts.push(false),
		"styleSheet/fonts/font/strike": ({ val }) => {
			struckFonts[struckFonts.length - 1] = !isFalse(val);
		},
		"styleSheet/cellXfs/xf": ({ numFmtId = "0", fontId = "0" }) =>
			cells.push({
				format: toFormat(numFmtId),
				isStruck: struckFonts[Number(fontId)] ?? false,
			}),
		"styleSheet/dxfs/dxf": () => {
			conditional += 1;
		},
		"styleSheet/dxfs/dxf/numFmt": () => reformatting.add(conditional),
	};
	await parseXml(pieces, {
		open(name, attributes) {
			path.push(name);
			readers[path.join("/")]?.(attributes);
		},
		close: () => path.pop(),
	});
	return { cells, reformatting };
}

/**
 * The formats that workbooks name by a number alone (ECMA-376, 18.8.30). The formats of currencies show the currency of
 * the machine, so that the sign says nothing about the payment, and is left out.
 */
function builtInCode(id: number): string {
	if (isDateOfAsia(id)) return "yyyy-mm-dd";
	return builtIn[id] ?? "[unknown]";
}

const isDateOfAsia = (id: number) =>
	(id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);

const builtIn: Readonly<Record<number, string>> = {
	0: "General",
	1: "0",
	2: "0.00",
	3: "#,##0",
	4: "#,##0.00",
	5: "#,##0;(#,##0)",
	6: "#,##0;(#,##0)",
	7: "#,##0.00;(#,##0.00)",
	8: "#,##0.00;(#,##0.00)",
	9: "0%",
	10: "0.00%",
	11: "0.00E+00",
	12: "# ?/?",
	13: "# ??/??",
	14: "dd/mm/yyyy",
	15: "d-mmm-yy",
	16: "d-mmm",
	17: "mmm-yy",
	18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM",
	20: "h:mm",
	21: "h:mm:ss",
	22: "dd/mm/yyyy h:mm",
	32: "h:mm",
	33: "h:mm:ss",
	34: "h:mm",
	35: "h:mm:ss",
	37: "#,##0;(#,##0)",
	38: "#,##0;(#,##0)",
	39: "#,##0.00;(#,##0.00)",
	40: "#,##0.00;(#,##0.00)",
	41: "#,##0;(#,##0);-",
	42: "#,##0;(#,##0);-",
	43: "#,##0.00;(#,##0.00);-",
	44: "#,##0.00;(#,##0.00);-",
	45: "mm:ss",
	46: "[h]:mm:ss",
	47: "mm:ss.0",
	48: "##0.0E+0",
	49: "@",
};
