import { expect } from "vitest";
import type { Records } from "../records.ts";
import type { Reported } from "../reported.ts";
import {
	type Effect,
	invoiceProperties,
	invoiceRecord,
	orderProperties,
	orderRecord,
	paymentRecord,
	skuRecord,
	toText,
	type Values,
	vendorRecord,
} from "./effects/effect.ts";
import { toEffects } from "./effects/effects.ts";

/**
 * What was created or changed with success is in the records, unless something later has changed it, and nothing else is:
 * each property of a record has a value that a last write gave it.
 */
export function expectWritesAsReported(records: Records, reported: Reported) {
	const effects = toEffects(reported);
	const created = recordsOf(records);
	const known = Map.groupBy(effects, ({ record }) => record);
	for (const [record, own] of known) {
		if (record === null) continue;
		const found = created.get(record);
		if (own.some(({ isCertain }) => isCertain))
			expect(found, record).toBeDefined();
		if (!found) continue;
		const properties = new Set(
			own.flatMap(({ values }) => Object.keys(values)),
		);
		for (const property of properties) {
			const last = lastValues(own, property);
			const message = `${property} of ${record}`;
			expect(found[property], message).toBeOneOf(last);
		}
	}
	const unlabelled = [...created.keys()].filter((record) => !known.has(record));
	expectEachCreatedOnce(unlabelled, records, known.get(null) ?? []);
}

/** The values that a property may have: not those that were certainly overwritten; none if no write is certain. */
function lastValues(own: readonly Effect[], property: string) {
	const writes = own.filter(({ values }) => property in values);
	const overwrites = writes.filter(({ isCertain }) => isCertain);
	const values = writes
		.filter(
			({ write }) =>
				!overwrites.some((later) => later.write.began > write.ended),
		)
		.map(({ values }) => values[property]);
	return overwrites.length > 0 ? values : [...values, null];
}

/** Records whose ids were not reported: at most one for each request of which no one knows what came. */
function expectEachCreatedOnce(
	unlabelled: readonly string[],
	{ purchaseOrders, vendors, skus }: Records,
	unreported: readonly Effect[],
) {
	const labels = new Map([
		...purchaseOrders.map(
			({ id, poNumber }) =>
				[orderRecord(id), `some order ${poNumber}`] as const,
		),
		...vendors.map(
			({ id, name }) => [vendorRecord(id), `some vendor ${name}`] as const,
		),
	]);
	const found = [
		...unlabelled.map((record) => labels.get(record) ?? record),
		...skus.flatMap(({ name, itemCode }) =>
			itemCode === undefined ? [`some sku ${name}`] : [],
		),
	];
	for (const [label, many] of Map.groupBy(found, (name) => name)) {
		const possible = unreported.filter(({ names }) => names.includes(label));
		expect(many.length, label).toBeLessThanOrEqual(possible.length);
	}
	for (const [label, many] of Map.groupBy(
		unreported,
		({ names }) => names[0],
	)) {
		const certain = many.filter(({ isCertain }) => isCertain);
		const count = found.filter((name) => name === label).length;
		expect(count, label).toBeGreaterThanOrEqual(certain.length);
	}
}

function recordsOf(records: Records): Map<string, Values> {
	return new Map([
		...records.invoices.map(
			(invoice) =>
				[
					invoiceRecord(invoice.slug),
					{
						...pick(invoice, invoiceProperties),
						amount: invoice.amount.toFixed(),
						lock: invoice.lock?.expiresAt ?? null,
					},
				] as const,
		),
		...records.invoices.flatMap(({ payments }) =>
			payments
				.filter(({ reversedAt }) => reversedAt !== null)
				.map(
					({ id, reversalReason }) =>
						[paymentRecord(id), { reversalReason }] as const,
				),
		),
		...records.purchaseOrders.map(
			(order) => [orderRecord(order.id), pick(order, orderProperties)] as const,
		),
		...records.vendors.map(
			({ id, name }) => [vendorRecord(id), { name }] as const,
		),
		...records.skus.flatMap(({ name, itemCode }) =>
			itemCode === undefined ? [] : [[skuRecord(itemCode), { name }] as const],
		),
	]);
}

const pick = (record: object, names: readonly string[]): Values =>
	Object.fromEntries(
		names.map((name) => [name, toText(Reflect.get(record, name))]),
	);
