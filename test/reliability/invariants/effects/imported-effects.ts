import { isDeepStrictEqual } from "node:util";
import type { OrganizationFile } from "../../../../tools/organization-files/schema.ts";
import type { ReportedWrite } from "../../reported.ts";
import {
	activeName,
	type Effect,
	invoiceProperties,
	invoiceRecord,
	numberName,
	orderRecord,
	skuRecord,
	toEffect,
	toValues,
	vendorRecord,
} from "./effect.ts";

interface Entry {
	record: string;
	sent: object;
	effect: Pick<Effect, "values" | "names">;
}

/** Imports with their entries, in the order in which they began. */
export type Imports = { write: ReportedWrite; entries: readonly Entry[] }[];

/** What an import has done, or may have done. An entry that is the same as when it was last imported does nothing (contract 2). */
export function importedEffects(
	write: ReportedWrite,
	file: OrganizationFile,
	earlier: Imports,
): Effect[] {
	const entries = toEntries(file);
	const before = [...earlier];
	earlier.push({ write, entries });
	return entries.flatMap(({ record, sent, effect }) => {
		const imported = before.flatMap(({ write: other, entries: own }) =>
			own
				.filter((entry) => entry.record === record)
				.map((entry) => ({ ...entry, write: other })),
		);
		const last = imported.at(-1);
		const isSettled = imported.every(
			(entry) => entry.write.answer !== null && entry.write.ended < write.began,
		);
		if (last && isSettled && isDeepStrictEqual(last.sent, sent)) return [];
		const isCertain = write.answer !== null && isSettled;
		const { lock, ...values } = effect.values;
		return [
			toEffect(
				write,
				record,
				// Absent in a file, a lock stays as it is.
				lock || !last
					? { ...values, ...(lock !== undefined && { lock }) }
					: values,
				{ names: effect.names, isCertain },
			),
		];
	});
}

function toEntries({
	invoices = [],
	purchaseOrders = [],
	vendors = [],
	skus = [],
}: OrganizationFile): Entry[] {
	return [
		...invoices.map((sent) => {
			const { slug, vendorId, invoiceNumber, lock } = sent;
			const values = {
				...toValues(sent, invoiceProperties),
				lock: lock?.expiresAt ?? null,
			};
			const names =
				vendorId && invoiceNumber ? [numberName(vendorId, invoiceNumber)] : [];
			return { record: invoiceRecord(slug), sent, effect: { values, names } };
		}),
		...purchaseOrders.map((sent) => {
			const { id, state } = sent;
			const values = toValues(sent, ["state", "vendorId"]);
			const names = state === "DRAFTED" ? [] : [activeName(id)];
			return { record: orderRecord(id), sent, effect: { values, names } };
		}),
		...vendors.map((sent) => ({
			record: vendorRecord(sent.id),
			sent,
			effect: {
				values: toValues(sent, ["name"]),
				names: [vendorRecord(sent.id)],
			},
		})),
		...skus.flatMap((sent) => {
			const { name, itemCode } = sent;
			const record = itemCode ? skuRecord(itemCode) : `sku named ${name}`;
			const effect = { values: { name }, names: [record] };
			return [{ record, sent, effect }];
		}),
	];
}
