import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";

/** The lists whose entries are records. Entities and policies are parts of the organization. */
const kinds = {
	users: "user",
	vendors: "vendor",
	gstTaxes: "GST tax",
	tdsTaxes: "TDS tax",
	tags: "tag",
	skus: "SKU",
	purchaseOrders: "purchase order",
	invoices: "invoice",
	advances: "advance",
	apiKeys: "API key",
} as const satisfies { [List in keyof OrganizationFile]?: string };

type RecordList = keyof typeof kinds;

const isRecordList = (name: string): name is RecordList =>
	Object.hasOwn(kinds, name);

export const recordLists = Object.keys(kinds).filter(isRecordList);

/** The position by which entries of a file are sorted: the organization comes first, then list by list. */
export function toPosition(pointer: string): number {
	const [, list = "", index = 0] = pointer.split("/");
	const position = isRecordList(list) ? recordLists.indexOf(list) : -1;
	return position * entriesMax + Number(index);
}

const entriesMax = 1e9;

/**
 * Names the record of an entry, such as `invoice "inv-1"`. The secret of an API key is never part of the name.
 *
 * @param pointer The JSON pointer of the entry.
 */
export function toRecordName(file: OrganizationFile, pointer: string): string {
	const { kind, id } = identifyRecord(file, pointer);
	return `${kind} ${typeof id === "string" ? JSON.stringify(shorten(id)) : id}`;
}

/** The kind of an entry's record, and what identifies it in the file. */
export function identifyRecord(file: OrganizationFile, pointer: string) {
	const [, list = "", index] = pointer.split("/");
	if (!isRecordList(list)) return { kind: "organization", id: file.org.id };
	const id = identify(file[list]?.[Number(index)] ?? {});
	return { kind: kinds[list], id };
}

const identify = (entry: {
	id?: string | number;
	slug?: string;
	itemCode?: string;
	name?: string;
}) => entry.id ?? entry.slug ?? entry.itemCode ?? entry.name;
