import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../../shared/dynamodb/reads/batch-get.ts";
import {
	fromStoredNumber,
	isStoredNumber,
} from "../../../shared/dynamodb/stored-values.ts";
import { unpackFacts } from "../../../shared/invoices/item/invoice-facts.store.ts";
import { toExactJson } from "../../../shared/json/exact-json.ts";
import type { AuditedChange } from "../../../shared/organizations/audit-records.store.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { assigned, type EntryWrite } from "./file-entry.ts";
import type { ImportPlan } from "./import-plan.ts";
import {
	identifyRecord,
	recordLists,
	toPosition,
	toRecordName,
} from "./record-name.ts";

/** What an import does to the record of one entry. */
export interface ImportChange {
	/** JSON pointer of the entry. */
	pointer: string;
	/** The name of the record, such as `invoice "inv-1"`. */
	record: string;
	action: "create" | "change";
	/** What a change replaces. */
	properties: Record<string, { from: unknown; to: unknown }>;
}

export interface ImportChanges {
	changes: ImportChange[];
	/** The numbers of entries. The organization itself is one of them. */
	summary: { create: number; change: number; unchanged: number };
}

/** Describes a plan in the terms of the file, in the order of its lists. */
export function toChanges(
	file: OrganizationFile,
	{ writes }: ImportPlan,
): ImportChanges {
	const changes = writes
		.flatMap((write) => toChange(file, write) ?? [])
		.sort((one, other) => toPosition(one.pointer) - toPosition(other.pointer));
	const create = changes.filter(({ action }) => action === "create").length;
	const change = changes.length - create;
	const unchanged = entryCount(file) - changes.length;
	return { changes, summary: { create, change, unchanged } };
}

/** What an audit record has of each record that an import changes: money and state, before and after. */
export function toAuditedChanges(
	file: OrganizationFile,
	{ writes }: ImportPlan,
): AuditedChange[] {
	return writes
		.flatMap((write) => {
			const change = toChange(file, write);
			return change ? [{ ...change, write }] : [];
		})
		.sort((one, other) => toPosition(one.pointer) - toPosition(other.pointer))
		.map(({ pointer, action, write }) => {
			const { kind, id } = identifyRecord(file, pointer);
			const differences = Object.entries(findDifferences(write));
			return {
				kind,
				// A file names an API key by its secret.
				id: kind === "API key" ? keyIdOf(write) : (id ?? null),
				action,
				properties: Object.fromEntries(
					differences
						.filter(([name]) => moneyProperties.includes(name))
						.map(([name, { from, to }]) => [
							name,
							{ from: shortened(from), to: shortened(to) },
						]),
				),
			};
		});
}

const keyIdOf = (write: EntryWrite) =>
	String({ ...write.record?.existing, ...assigned(write) }.id);

/** The state of an invoice may be any text. */
const shortened = (value: unknown) =>
	typeof value === "string" ? shorten(value) : value;

const entryCount = (file: OrganizationFile): number =>
	recordLists.reduce((count, list) => count + (file[list]?.length ?? 0), 1);

/** The change that a write makes; undefined when it changes nothing that a caller or an operator sees. */
function toChange(
	file: OrganizationFile,
	write: EntryWrite,
): ImportChange | undefined {
	if (!write.record) return undefined;
	const { pointer, existing } = write.record;
	const record = toRecordName(file, pointer);
	if (!existing) return { pointer, record, action: "create", properties: {} };
	const properties = findDifferences(write);
	if (Object.keys(properties).length === 0) return undefined;
	return { pointer, record, action: "change", properties };
}

/** What a write replaces, or gives a new record. */
function findDifferences(write: EntryWrite): ImportChange["properties"] {
	const existing = write.record?.existing;
	const before = existing ? shownProperties(existing) : {};
	const after = { ...before, ...shownProperties({ ...assigned(write) }) };
	// Sorted, because the store returns attributes in no fixed order.
	const names = Object.keys(after).toSorted();
	const differences = names.flatMap((name) => {
		const [from, to] = [before[name] ?? null, after[name]];
		return isDeepStrictEqual(from, to) ? [] : [[name, { from, to }] as const];
	});
	return Object.fromEntries(differences);
}

/** The attributes of an item under the names that the file uses. */
function shownProperties(item: Item): Record<string, unknown> {
	const { facts, document, validUntil, ...rest } = item;
	return {
		...toShown(rest),
		...(facts instanceof Uint8Array && toShown({ ...unpackFacts(facts) })),
		...(typeof document === "string" && toShown(JSON.parse(document))),
		...(validUntil !== undefined && { expiresAt: validUntil }),
	};
}

function toShown(attributes: object): Record<string, unknown> {
	const shown = Object.entries(attributes)
		.filter(([name]) => !bookkeeping.has(name))
		.map(([name, value]) => [name, toShownValue(value)]);
	return Object.fromEntries(shown);
}

const bookkeeping = new Set([
	"approvedAt",
	"approvedBy",
	"createdAt",
	"createdBy",
	"importDigest",
	"link",
	"listPk",
	"listSk",
	"openStage",
	"stageVersions",
	"updatedAt",
	"updatedBy",
	"version",
]);

const toShownValue = (value: unknown): unknown =>
	isStoredNumber(value) ? fromStoredNumber(value) : (value ?? null);

/** The changes of amounts and states that exist already, which nothing undoes. */
export const changesOfMoney = ({ changes }: ImportChanges): ImportChange[] =>
	changes.filter(({ properties }) =>
		moneyProperties.some((name) => Object.hasOwn(properties, name)),
	);

const moneyProperties = ["amount", "due", "state"];

/** A line such as `/invoices/0 change invoice "inv-1": due 1000 → 900, state "APPROVED" → "PENDING"`. */
export function changeText(change: ImportChange): string {
	const { pointer, record, action, properties } = change;
	const changed = Object.entries(properties).map(
		([name, { from, to }]) => `${name} ${valueText(from)} → ${valueText(to)}`,
	);
	const colon = changed.length > 0 ? ": " : "";
	return `${pointer} ${action} ${record}${colon}${changed.join(", ")}`;
}

const valueText = (value: unknown) => shorten(toExactJson(value), 60);
