import { toInvoiceId } from "../../../../shared/invoices/invoice-id.ts";
import { toExternalOrderId } from "../../../../shared/purchase-orders/external-order.ts";
import { findEndpoint, transitions } from "../../../support/every-endpoint.ts";
import type { ReportedWrite, WriteAction } from "../../reported.ts";
import {
	activeName,
	type Effect,
	invoiceProperties,
	invoiceRecord,
	numberName,
	orderProperties,
	orderRecord,
	paymentRecord,
	skuRecord,
	toEffect,
	toValues,
	vendorRecord,
} from "./effect.ts";

type Sent = Record<string, unknown>;
/** `data` of a 200; null: the outcome of the request is not known. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any property of what came back
type Data = any;

interface SentRequest {
	write: ReportedWrite;
	/** The last part of the path. */
	id: string;
	/** The ids in the path, by name. */
	path: Record<string, string>;
	sent: Sent;
	data: Data;
}

/** By route, the effects of a request that may have been carried out. */
const effectsByRoute: Readonly<
	Record<string, (request: SentRequest) => Effect[]>
> = {
	"POST /v1.0/invoice/bulk": ({ write, sent, data }) =>
		entriesOf(sent.invoices).flatMap((entry) =>
			createdInvoice(write, entry, data),
		),
	"PATCH /v1.0/invoice/{id}": ({ write, id, sent }) => [
		toEffect(write, invoiceRecord(id), toValues(sent, invoiceProperties)),
	],
	"POST /v1.0/invoice/{id}/payments/{paymentId}/reversal": (request) => [
		reversedPayment(request),
	],
	"POST /v1.0/inventory/skus/bulk": ({ write, sent, data }) =>
		entriesOf(sent.skus).flatMap((entry) => createdSku(write, entry, data)),
	"POST /v1.0/vendor": ({ write, sent, data }) => {
		const vendorId = data?.vendorId ?? sent.vendorId;
		const record = vendorId ? vendorRecord(vendorId) : null;
		const names = record ? [record] : [`some vendor ${sent.name}`];
		return [toEffect(write, record, toValues(sent, ["name"]), { names })];
	},
	"PATCH /v1.0/vendor/{vendorId}": ({ write, id, sent }) => [
		toEffect(write, vendorRecord(id), toValues(sent, ["name"])),
	],
	"POST /v1.0/procurement/purchase-order": ({ write, sent, data }) => [
		createdOrder(write, sent, data),
	],
	"PATCH /v1.0/procurement/purchase-order/{poId}": ({
		write,
		id,
		sent,
		data,
	}) => [patchedOrder(write, id, sent, data)],
	// Batches are compared in `stops-as-reported.ts`.
	"POST /v1.0/payment/mark-as-paid/{bulkActionSlug}/stop": () => [],
	// Payment runs are compared in `runs-as-reported.ts`.
	"POST /v1.0/payment/run": () => [],
	"POST /v1.0/payment/run/{runId}/release": () => [],
	"POST /v1.0/payment/run/{runId}/discard": () => [],
	// Histories of payment requests are compared in `transitions-as-reported.ts`.
	...Object.fromEntries(
		transitions.map(({ routeKey }) => [routeKey, () => []]),
	),
};

/** Routes with effects here. Those with an idempotency key are noted by themselves (`Reported`). */
export const routesWithEffects = Object.keys(effectsByRoute);

/** What a request has done, or may have done; nothing if it was refused. */
export function requestedEffects(
	write: ReportedWrite,
	{ method, url, body }: Extract<WriteAction, { kind: "request" }>,
): Effect[] {
	const { endpoint, pathParameters } = findEndpoint(method, url);
	const routeKey = `${method} ${endpoint.path}`;
	const toEffects = effectsByRoute[routeKey];
	if (!toEffects)
		throw new Error(
			`test/reliability/invariants/effects/requested-effects.ts does not say what ${routeKey} does`,
		);
	const { answer } = write;
	if (answer !== null && (answer === true || answer.status !== 200)) return [];
	return toEffects({
		write,
		id: decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)),
		path: pathParameters,
		// Unchecked cast: the tests send objects.
		sent: body as Sent,
		data: answer?.body.data ?? null,
	});
}

/** The first reason stays: only an answer says which one it is. */
function reversedPayment({ write, path, sent, data }: SentRequest): Effect {
	const reversalReason = `${data?.reversalReason ?? sent.reason}`;
	const record = paymentRecord(path.paymentId ?? "");
	return toEffect(write, record, { reversalReason });
}

// Unchecked cast: the tests send lists of objects.
const entriesOf = (list: unknown) => (list ?? []) as Sent[];

/** Codes that say that the entry was not stored, and never will be by this request. */
const refusals = [
	"VENDOR_NOT_FOUND",
	"CURRENCY_NOT_ACTIVE",
	"INVALID_DUE_DATE",
	"INVOICE_EXISTS",
];

function createdInvoice(
	write: ReportedWrite,
	entry: Sent,
	data: Data,
): Effect[] {
	const { vendorId, invoiceNumber } = entry as Record<string, string>;
	const id = toInvoiceId(`${vendorId}`, `${invoiceNumber}`);
	const isOwn = (other: Sent) =>
		other.vendorId === vendorId &&
		`${other.invoiceNumber}`.toLowerCase() === invoiceNumber?.toLowerCase();
	const created = entriesOf(data?.created).filter(isOwn);
	const failed = entriesOf(data?.failed).filter(isOwn);
	const isRefused = failed.some(({ code }) => refusals.includes(`${code}`));
	// Which of several entries with one number was stored is not known.
	const isCertain = created.length === 1 && failed.length === 0;
	if (data && created.length === 0 && isRefused) return [];
	const values = {
		description: null,
		dueDate: null,
		state: "DRAFTED",
		...toValues(entry, invoiceProperties),
		lock: null,
	};
	const names = [numberName(`${vendorId}`, `${invoiceNumber}`)];
	return [toEffect(write, invoiceRecord(id), values, { names, isCertain })];
}

function createdSku(write: ReportedWrite, entry: Sent, data: Data): Effect[] {
	const { name, itemCode } = entry as { name: string; itemCode?: string };
	const isOwn = (other: Sent) =>
		itemCode === undefined
			? other.name === name && other.itemCode === null
			: `${other.itemCode}`.toLowerCase() === itemCode.toLowerCase();
	const created = entriesOf(data?.created).filter(isOwn);
	const failed = entriesOf(data?.failed).filter(isOwn);
	const isRefused = failed.every(({ error }) => isTakenCode(`${error}`));
	if (data && created.length === 0 && isRefused) return [];
	const isCertain = created.length === 1 && failed.length === 0;
	const record = itemCode === undefined ? null : skuRecord(itemCode);
	const names = [record ?? `some sku ${name}`];
	return [toEffect(write, record, { name }, { names, isCertain })];
}

export const isTakenCode = (error: string) =>
	error.includes("exists already") || error.includes("exists once");

function createdOrder(write: ReportedWrite, sent: Sent, data: Data): Effect {
	const { externalId } = sent;
	const poId =
		externalId === undefined ? data?.poId : toExternalOrderId(`${externalId}`);
	const record = poId === undefined ? null : orderRecord(poId);
	const isActive = data?.state === "ACTIVE";
	const values = {
		...Object.fromEntries(orderProperties.map((name) => [name, null])),
		...toValues(sent, orderProperties),
		state: isActive ? "APPROVED" : "DRAFTED",
	};
	const names = [
		record ?? `some order ${sent.poNumber}`,
		...(isActive ? [activeName(data.poId)] : []),
	];
	return toEffect(write, record, values, { names });
}

/** A patch that wants to activate a draft may leave it one: only its answer says so. */
function patchedOrder(
	write: ReportedWrite,
	id: string,
	sent: Sent,
	data: Data,
): Effect {
	const { state, ...values } = toValues(sent, orderProperties);
	const isActivated = data ? data.state === "ACTIVE" : state === "ACTIVE";
	return toEffect(
		write,
		orderRecord(id),
		{ ...values, ...(isActivated && { state: "APPROVED" }) },
		{ names: isActivated ? [activeName(id)] : [] },
	);
}
