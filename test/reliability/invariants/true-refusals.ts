import { expect } from "vitest";
import { findEndpoint } from "../../support/every-endpoint.ts";
import type { Reported, ReportedWrite } from "../reported.ts";
import {
	activeName,
	type Effect,
	invoiceRecord,
	numberName,
	orderRecord,
	skuRecord,
	vendorRecord,
} from "./effects/effect.ts";
import { toEffects } from "./effects/effects.ts";
import { isTakenCode } from "./effects/requested-effects.ts";
import { isRepeatedKey } from "./payments-as-reported.ts";

/** No request is refused for what it has done itself, nor for what was never there. */
export function expectTrueRefusals(reported: Reported) {
	const effects = toEffects(reported);
	for (const write of reported.writes)
		for (const { name, isDifferent } of takenNames(write))
			expect(
				effects.filter(
					(effect) =>
						effect.write !== write &&
						effect.write.began < write.ended &&
						[effect.record, ...effect.names].includes(name) &&
						(!isDifferent || isDifferent(effect)),
				),
				`${name} was taken, ${describe(write)} was reported`,
			).not.toEqual([]);
	for (const write of reported.writes)
		for (const record of missingRecords(write))
			expect(
				effects.filter(
					(effect) =>
						effect.record === record &&
						effect.isCertain &&
						effect.write.ended < write.began,
				),
				`${record} is not there, ${describe(write)} was reported`,
			).toEqual([]);
	// One of the requests under a key took it.
	for (const requests of [reported.payments, reported.advances])
		for (const [key, { sent, answers }] of requests)
			if (answers.length === sent)
				expect(
					answers.every(isRepeatedKey),
					`each request under ${key} is refused as repeated`,
				).toBe(false);
}

interface TakenName {
	name: string;
	/** true: a write of the same request cannot have caused the refusal. */
	isDifferent?: (effect: Effect) => boolean;
}

/** What others must have had, for the request to be refused as it was. */
function takenNames({ action, answer }: ReportedWrite): TakenName[] {
	if (action.kind !== "request" || answer === null || answer === true)
		return [];
	const { status, body } = answer;
	const id = decodeURIComponent(
		action.url.slice(action.url.lastIndexOf("/") + 1),
	);
	// Unchecked cast: the tests send objects.
	const sent = action.body as Record<string, unknown>;
	if (status === 409 && body.error?.code === "VENDOR_EXISTS")
		return [
			{
				name: vendorRecord(`${sent.vendorId}`),
				isDifferent: ({ values }) => values.name !== sent.name,
			},
		];
	if (status === 409 && action.url.includes("/purchase-order/"))
		return [{ name: activeName(id) }];
	if (status !== 200) return [];
	const failed: Record<string, string>[] = body.data.failed ?? [];
	return failed.flatMap((entry): TakenName[] => {
		const {
			code,
			vendorId = "",
			invoiceNumber = "",
			itemCode,
			error = "",
		} = entry;
		if (code === "INVOICE_EXISTS") {
			const name = numberName(vendorId, invoiceNumber);
			const isRepeated = isAnyTwice(
				sent.invoices,
				(own) =>
					numberName(own.vendorId ?? "", own.invoiceNumber ?? "") === name,
			);
			return isRepeated ? [] : [{ name }];
		}
		if (!itemCode || !isTakenCode(error)) return [];
		const name = skuRecord(itemCode);
		const isRepeated = isAnyTwice(
			sent.skus,
			(own) => skuRecord(own.itemCode ?? "") === name,
		);
		return isRepeated ? [] : [{ name }];
	});
}

/** The second of two equal entries in one request is refused because of the first. */
const isAnyTwice = (
	entries: unknown,
	isOwn: (entry: Record<string, string>) => boolean,
	// Unchecked cast: the tests send lists of objects.
) => (entries as Record<string, string>[]).filter(isOwn).length > 1;

/** What the service said is not there. */
function missingRecords({ action, answer }: ReportedWrite): string[] {
	if (action.kind !== "request" || answer === null || answer === true)
		return [];
	const { body } = answer;
	const { pathParameters } = findEndpoint(action.method, action.url);
	const [id = ""] = Object.values(pathParameters);
	// Unchecked cast: the tests send objects.
	const sent = action.body as Record<string, unknown>;
	switch (body.error?.code) {
		case "INVOICE_NOT_FOUND":
			return [invoiceRecord(id)];
		case "PURCHASE_ORDER_NOT_FOUND":
			return [orderRecord(id)];
		case "VENDOR_NOT_FOUND":
			return [vendorRecord(`${sent.vendorId}`)];
		default:
			return (body.data?.failed ?? [])
				.filter(({ code }: { code?: string }) => code === "VENDOR_NOT_FOUND")
				.map(({ vendorId }: { vendorId: string }) => vendorRecord(vendorId));
	}
}

const describe = ({ action, answer }: ReportedWrite) =>
	`${JSON.stringify(action).slice(0, 300)} ${JSON.stringify(answer).slice(0, 300)}`;
