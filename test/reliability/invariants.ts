import { expect } from "vitest";
import { sum } from "../../shared/domain/money.ts";
import type { PaymentResult } from "../../shared/domain/payments/payment-result.ts";
import type { Item } from "../../shared/store/dynamodb/batch-get.ts";
import {
	batchGuardKey,
	runningBatchesPartition,
} from "../../shared/store/keys.ts";
import { allResults } from "../support/batches.ts";
import { tableContents } from "../support/table-contents.ts";
import type { Answer, World } from "../support/world.ts";
import { type Books, type RecordedPayment, readBooks } from "./books.ts";
import { expectNotifications } from "./notifications.ts";
import { organizationId } from "./organization.ts";
import type { Resource, Told } from "./told.ts";

/**
 * What holds in every organization when no request, message or sweep is left over, whatever failed on the way.
 */
export async function expectInvariants(
	world: World,
	told: Told,
	others: readonly Item[],
) {
	expect(told.unanswered).toEqual([]);
	const books = await readBooks(world);
	expectConsistentBooks(books);
	await expectPaymentsAsTold(world, books, told);
	await expectAdvancesAsTold(world, books, told);
	expectNotifications(world, told);
	const items = [...(await tableContents(world)).values()];
	expectNothingLeftOver(items, books);
	expect(othersOf(items)).toEqual(others);
}

/** What holds in the books alone, whatever was told. */
export function expectConsistentBooks(books: Books) {
	expectBalancedInvoices(books);
	expectUniqueNumbers(books);
	expectOneAdvanceAnOrder(books);
}

/** due + payments = amount, and no payment is there twice. */
export function expectBalancedInvoices({ invoices }: Books) {
	for (const { slug, amount, due, payments } of invoices) {
		const paid = sum(payments.map((payment) => payment.amount));
		expect([slug, due.plus(paid).toFixed()]).toEqual([slug, amount.toFixed()]);
		expect(due.gte(0), slug).toBe(true);
		expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length);
	}
}

/** A vendor's invoice number names one invoice (records R5). */
function expectUniqueNumbers({ invoices }: Books) {
	const numbers = invoices.flatMap(({ vendorId, invoiceNumber }) =>
		invoiceNumber ? [`${vendorId} ${invoiceNumber.toLowerCase()}`] : [],
	);
	expect(new Set(numbers).size).toBe(numbers.length);
}

/** Spec 4.3, rule 5. */
function expectOneAdvanceAnOrder({ advances, paymentRequests }: Books) {
	const linked = [...advances, ...paymentRequests]
		.filter(({ state }) => state !== "REJECTED")
		.flatMap(({ purchaseOrderLinkId }) => purchaseOrderLinkId ?? []);
	expect(new Set(linked).size).toBe(linked.length);
}

/** `DONE` and `RECORDED` mean exactly one payment; everything else that was told means none. */
async function expectPaymentsAsTold(world: World, books: Books, told: Told) {
	const recorded = Map.groupBy(
		books.invoices.flatMap(({ payments }) => payments),
		({ idempotencyKey }) => idempotencyKey,
	);
	for (const [key, { resources, answers }] of told.payments) {
		const payments = recorded.get(key) ?? [];
		for (const answer of answers)
			await expectAnswerAsRecorded(world, answer, resources, payments);
		const attempt = await world.getAttempt("mark-as-paid", key);
		expectAttemptAsRecorded(attempt, payments);
		if (attempt.body.data?.bulkActionSlug) {
			const slug = attempt.body.data.bulkActionSlug;
			await expectBatchAsRecorded(world, slug, resources, payments);
		}
	}
	const keys = [...recorded.keys()].filter((key) => key !== null);
	expect(keys.filter((key) => !told.payments.has(key))).toEqual([]);
}

async function expectAnswerAsRecorded(
	world: World,
	{ status, body }: Answer,
	resources: readonly Resource[],
	payments: readonly RecordedPayment[],
) {
	// An unknown outcome, or a key that was used already: the attempt tells.
	if (status >= 500 || isRepeatedKey({ status, body })) return;
	if (body.data?.bulkActionSlug)
		return expectBatchAsRecorded(
			world,
			body.data.bulkActionSlug,
			resources,
			payments,
		);
	if (body.data?.results)
		return expectResultsAsRecorded(body.data.results, resources, payments);
	expect(payments).toEqual([]);
}

const isRepeatedKey = ({ status, body }: Pick<Answer, "status" | "body">) =>
	status === 409 && body.error?.code !== "MAP_BATCH_IN_PROGRESS";

async function expectBatchAsRecorded(
	world: World,
	bulkActionSlug: string,
	resources: readonly Resource[],
	payments: readonly RecordedPayment[],
) {
	const results = await allResults(world, bulkActionSlug);
	expectResultsAsRecorded(results, resources, payments);
	const { body } = await world.getBatch(bulkActionSlug, "limit=1");
	expect(body.data).toMatchObject({
		status: "DONE",
		processed: resources.length,
	});
}

/** Complete, in request order, and `DONE` for exactly those that have a payment. */
export function expectResultsAsRecorded(
	results: readonly PaymentResult[],
	resources: readonly Resource[],
	payments: readonly RecordedPayment[],
) {
	expect(results.map(({ slug }) => slug)).toEqual(
		resources.map(({ slug }) => slug),
	);
	const done = results.flatMap(({ status }, position) =>
		status === "DONE" ? [position] : [],
	);
	expect(positionsOf(payments)).toEqual(done);
}

/** A payment's id ends with its position in the request. */
const positionsOf = (payments: readonly RecordedPayment[]) =>
	payments
		.map(({ id }) => Number(id.slice(id.lastIndexOf("-") + 1)))
		.toSorted((one, other) => one - other);

function expectAttemptAsRecorded(
	{ status, body }: Answer,
	payments: readonly RecordedPayment[],
) {
	if (status === 404) return expect(payments).toEqual([]);
	expect({ status, body }).toMatchObject({
		status: 200,
		body: { data: { status: "SETTLED" } },
	});
	const { bulkActionSlug, results } = body.data;
	if (bulkActionSlug) return;
	const ids: string[] = (results ?? []).flatMap(
		(result: { paymentId: string | null }) => result.paymentId ?? [],
	);
	expect(ids.toSorted()).toEqual(payments.map(({ id }) => id).toSorted());
}

async function expectAdvancesAsTold(
	world: World,
	{ paymentRequests }: Books,
	{ advances }: Told,
) {
	const recorded = new Set(paymentRequests.map(({ id }) => id));
	const known = new Set<string>();
	for (const [key, { answers }] of advances) {
		const { body } = await world.getAttempt("vendor-advance", key);
		const attempted = body.data?.paymentRequestId;
		if (attempted) known.add(attempted);
		for (const { status, body } of answers)
			if (status === 200) expect(body.data.paymentRequestId).toBe(attempted);
			else if (status < 500 && status !== 409)
				expect(attempted ?? null).toBeNull();
	}
	expect([...recorded].toSorted()).toEqual([...known].toSorted());
}

/** No guard, running batch or half of an API key is left. */
function expectNothingLeftOver(items: readonly Item[], books: Books) {
	const guard = batchGuardKey(organizationId);
	const left = items.filter(
		({ pk, sk }) =>
			(pk === guard.pk && sk === guard.sk) || pk === runningBatchesPartition,
	);
	expect(left).toEqual([]);
	for (const { status } of books.batches) expect(status).toBe("DONE");
	const secrets = items.filter(
		(item) => item.sk === "KEY" && item.organizationId === organizationId,
	);
	expect(secrets.map(({ id }) => id).toSorted()).toEqual(
		books.apiKeys.map(({ id }) => id).toSorted(),
	);
}

/** The items of the other organization. */
export const othersOf = (items: readonly Item[]): Item[] =>
	items.filter(
		({ pk, organizationId: owner }) =>
			`${pk}`.startsWith("ORG#globex") || owner === "globex",
	);
