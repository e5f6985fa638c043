import { InputError } from "../errors.ts";
import { type Field, fields, labels, listed, shown } from "./file-row.ts";

/** Headers that mean a field, without regard to case, spaces and punctuation. */
const aliases = {
	invoiceId: ["invoiceid", "slug", "invoiceslug", "id", "invoice"],
	invoiceNumber: [
		...["invoicenumber", "invoiceno", "invoicenum", "invno", "number"],
		...["vendorinvoiceno", "vendorinvoicenumber", "billno", "billnumber"],
	],
	vendorId: ["vendorid", "vendorcode", "supplierid", "suppliercode"],
	vendor: [
		...["vendor", "vendorname", "supplier", "suppliername", "party"],
		...["partyname", "payee", "beneficiary", "beneficiaryname"],
	],
	amount: [
		...["amount", "paid", "amountpaid", "paidamount", "paymentamount"],
		...["amountinr", "amountrs", "amount₹", "paidamountinr"],
		...["paymentamountinr", "amountpaidinr", "amounttopay", "amounttobepaid"],
	],
	utr: [
		...["utr", "utrno", "utrnumber", "bankreference", "bankreferenceno"],
		...["bankreferencenumber", "referencenumber", "referenceno", "refno"],
		...["utrref", "utrrefno", "utrrefnumber", "utrreference", "bankutr"],
		...["utrreferenceno", "utrreferencenumber", "bankutrno", "neftutr"],
		...["bankref", "bankrefno", "transactionrefno", "transactionreference"],
	],
	narration: ["narration", "remarks", "remark", "note", "notes", "description"],
	paymentDate: [
		...["paymentdate", "date", "paidon", "datepaid", "dateofpayment"],
		...["paiddate", "valuedate", "utrdate", "transferdate", "paymentdt"],
		...["transactiondate", "bankdate"],
	],
} as const satisfies Record<Field, readonly string[]>;

/** The row is the header: it has all that is needed, something of it more than once. The user must choose. */
export class SeveralColumnsError extends InputError {}

/** Without the columns that it needs, a row is no header, or one with names that are not known. */
export class NoHeaderError extends InputError {
	/** How much the row is like a header. */
	readonly likeness: number;
	constructor(message: string, likeness: number) {
		super(message);
		this.likeness = likeness;
	}
}

/** The column of this name may have ids as well as numbers. */
const idOrNumber = "invoice";

/** Position of each field's column; a field that the file does not have is absent. */
export interface Columns {
	positions: Partial<Record<Field, number>>;
	/** Headers of columns that no field is read from. */
	ignored: string[];
	/** What is not an invoice's id in the column of ids may be its number. */
	idMayBeNumber: boolean;
}

/**
 * @param named `--columns`: the header of a field; the other fields are found by their aliases.
 * @throws InputError when a required column is missing, or two columns could be meant.
 */
export function findColumns(
	headers: readonly string[],
	named: Partial<Record<Field, string>> = {},
): Columns {
	const positions: Columns["positions"] = {};
	const choices: SeveralColumnsError[] = [];
	for (const field of fields) {
		const header = named[field];
		if (header !== undefined)
			positions[field] = findNamed(headers, field, header, choices);
	}
	const taken = new Set(Object.values(positions));
	if (taken.size < Object.keys(positions).length)
		throw new InputError("--columns names one column for two fields");
	for (const field of fields) {
		if (positions[field] !== undefined) continue;
		// An id says enough.
		if (isOfName(field) && hasIds(headers, positions, named)) continue;
		const position = findByAlias(headers, field, taken, choices);
		if (position !== undefined) positions[field] = position;
	}
	// First: two columns of remarks make no header of a row above it.
	requireColumns(headers, positions);
	const [choice] = choices;
	if (choice) throw choice;
	const used = new Set(Object.values(positions));
	return {
		positions,
		ignored: headers.filter((_, position) => !used.has(position)),
		idMayBeNumber:
			positions.invoiceId !== undefined &&
			positions.invoiceNumber === undefined &&
			!hasIds(headers, positions, named),
	};
}

const isOfName = (field: Field) =>
	["invoiceNumber", "vendorId", "vendor"].includes(field);

/** The file has a column of ids, and of nothing else. */
const hasIds = (
	headers: readonly string[],
	{ invoiceId }: Columns["positions"],
	named: Partial<Record<Field, string>>,
) =>
	invoiceId !== undefined &&
	(named.invoiceId !== undefined ||
		simplified(headers[invoiceId] ?? "") !== idOrNumber);

/** @param choices Takes the error when the user must choose; the first column is returned. */
function findNamed(
	headers: readonly string[],
	field: Field,
	header: string,
	choices: SeveralColumnsError[],
) {
	const found = positionsOf(
		headers,
		(one) => one.trim().toLowerCase() === header.trim().toLowerCase(),
	);
	const [position] = found;
	if (position === undefined)
		throw new InputError(
			`--columns ${field}=${header}: the file has no such column; it has ${list(headers)}`,
		);
	if (found.length > 1)
		choices.push(
			new SeveralColumnsError(
				`--columns ${field}=${header}: the file has ${found.length} columns of this name`,
			),
		);
	return position;
}

/** @param choices As above. */
function findByAlias(
	headers: readonly string[],
	field: Field,
	taken: ReadonlySet<number>,
	choices: SeveralColumnsError[],
) {
	const names = namesOf(field, headers);
	const found = positionsOf(
		headers,
		(header, position) => !taken.has(position) && isAlias(header, names),
	);
	if (found.length > 1) {
		const candidates = found.map((position) => headers[position] ?? "");
		choices.push(
			new SeveralColumnsError(
				`Several columns could have the ${labels[field]}: ${list(candidates)}. Name one: --columns ${field}=<column>`,
			),
		);
	}
	return found[0];
}

/** "Id" is a serial number in a file that has the numbers of the invoices. */
const namesOf = (
	field: Field,
	headers: readonly string[],
): readonly string[] =>
	field === "invoiceId" &&
	headers.some((header) => isAlias(header, aliases.invoiceNumber))
		? aliases.invoiceId.filter((name) => name !== "id")
		: aliases[field];

const isAlias = (header: string, names: readonly string[]) =>
	names.includes(simplified(header));

function requireColumns(
	headers: readonly string[],
	positions: Columns["positions"],
) {
	const missing: Field[] = [
		...(positions.invoiceId === undefined &&
		positions.invoiceNumber === undefined
			? (["invoiceNumber"] as const)
			: []),
		...(positions.amount === undefined ? (["amount"] as const) : []),
	];
	if (missing.length === 0) return;
	const names = headers.filter((header) =>
		/^[^\p{N}]*\p{L}[^\p{N}]*$/u.test(header),
	);
	throw new NoHeaderError(
		`No column has the ${missing.map((field) => labels[field]).join(" or the ")}; the file has ${list(headers.filter((header) => header.trim() !== ""))}. Name it: --columns ${missing.map((field) => `${field}=<column>`).join(",")}`,
		Object.keys(positions).length * foundWeight + names.length,
	);
}

function positionsOf(
	headers: readonly string[],
	matches: (header: string, position: number) => boolean,
): number[] {
	return [...headers.keys()].filter((position) =>
		matches(headers[position] ?? "", position),
	);
}

/** A column that is found says more than names that could be those of columns. */
const foundWeight = 100;

/** What may be the UTR or the payment date under another name. The dates and numbers of invoices are something else. */
const doubtfulHeader = /utr|ref(?!und)|(?<!up)date|\bdt\b/i;
const ofInvoice =
	/^(?:vendor)?(?:invoice|inv|bill|due|po|purchaseorder|order|grn)(?:dt|date|ref|reference)?(?:no|number)?$/;

/**
 * What the user must confirm of how the header was read: a UTR or a date that is not read would be missing from the
 * payments.
 */
export function describeDoubts({ positions, ignored }: Columns): string[] {
	const doubtful = ignored.filter(
		(header) =>
			doubtfulHeader.test(header) && !ofInvoice.test(simplified(header)),
	);
	return [
		...(positions.utr === undefined
			? [
					"Warning: no column has the UTR, so the payments will have none. If the file has it, name the column: --columns utr=<column>",
				]
			: []),
		...(doubtful.length > 0
			? [
					`Warning: not read: ${list(doubtful)}. If that is the UTR or the payment date, say so: --columns utr=<column> or paymentDate=<column>`,
				]
			: []),
	];
}

const simplified = (header: string) =>
	header.toLowerCase().replaceAll(/[^\p{L}\p{N}₹]/gu, "");

const shownMax = 12;
const list = (headers: readonly string[]) =>
	listed(headers.map(shown), shownMax);
