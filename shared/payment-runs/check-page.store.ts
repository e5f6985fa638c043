import { toChunk } from "../batches/chunks/batch-chunks.store.ts";
import { calendarDateIn } from "../dates/calendar-date.ts";
import { chunkKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import { findInvoicesWithDetails } from "../invoices/invoices.store.ts";
import { toExactJson } from "../json/exact-json.ts";
import {
	answerMaxBytes,
	jsonBytes,
	pageMaxBytes,
} from "../json/response-size.ts";
import { findRecordedAlready } from "../payments/recorded-already.store.ts";
import { toRequestedPayment } from "../payments/requested-payment.ts";
import { findVendorNames } from "../vendors/vendors.store.ts";
import type { PaymentRun, RunEntry } from "./payment-run.ts";
import {
	type Judgement,
	judgeEntries,
	type NamedEntries,
	toCheckItems,
} from "./run-check.ts";

/** What a check asks for, and when. */
export interface CheckRequest {
	/** The number of the first chunk. */
	first: number;
	/** The page ends with the chunk with which it reaches this many items. */
	limit: number;
	/** The organization's time zone, which decides what day it is. */
	timezone: string;
	now: Date;
}

export interface CheckPage {
	/** JSON, in the order of the request. */
	items: string[];
	/** The number of the chunk with which the next page begins; null at the end. */
	next: number | null;
}

/**
 * Checks whole chunks of a run against the invoices as they are now (runs P3). It takes the same number of calls for a
 * page at any place: the record of the run has the sizes of its chunks.
 */
export async function readCheckPage(
	table: Table,
	run: PaymentRun,
	request: CheckRequest,
): Promise<CheckPage> {
	const numbers = chunksOfPage(run, request);
	const chunks = await readChunks(table, run, numbers);
	const items = await checkEntries(table, run, chunks.flat(), request);
	const taken = cutToSize(chunks, items.map(toText));
	const next = request.first + taken.length;
	return {
		items: taken
			.flat()
			.sort((one, other) => one.position - other.position)
			.map(({ json }) => json),
		next: next < run.chunkSizes.length ? next : null,
	};
}

function chunksOfPage(
	{ chunkSizes }: PaymentRun,
	{ first, limit }: CheckRequest,
): number[] {
	const numbers: number[] = [];
	let length = 0;
	for (
		let chunk = first;
		chunk < chunkSizes.length && length < limit;
		chunk++
	) {
		numbers.push(chunk);
		length += chunkSizes[chunk] ?? 0;
	}
	return numbers;
}

async function readChunks(
	table: Table,
	{ organizationId, runId }: PaymentRun,
	numbers: readonly number[],
): Promise<(readonly RunEntry[])[]> {
	const id = { organizationId, bulkActionSlug: runId };
	const keys = numbers.map((number) => chunkKey(id, number));
	return (await batchGet(table, keys)).map((item) => {
		// A run is stored after its chunks, so none of them is on its way.
		const chunk = toChunk<RunEntry>(item);
		if (chunk === "LOST") throw new Error("A chunk of the run is lost");
		return chunk;
	});
}

async function checkEntries(
	table: Table,
	run: PaymentRun,
	entries: readonly RunEntry[],
	request: CheckRequest,
) {
	const { organizationId } = run;
	const slugs = entries.map(({ slug }) => slug);
	const invoices = await findInvoicesWithDetails(table, organizationId, slugs);
	const vendorIds = [...invoices.values()].flatMap(
		({ vendorId }) => vendorId ?? [],
	);
	const named = { entries, invoices };
	const [vendorNames, judgements] = await Promise.all([
		findVendorNames(table, organizationId, vendorIds),
		run.state === "DRAFT" ? judge(table, run, named, request) : null,
	]);
	return toCheckItems({ ...named, vendorNames }, judgements);
}

async function judge(
	table: Table,
	{ organizationId, runId, leaveOut }: PaymentRun,
	named: NamedEntries,
	{ timezone, now }: CheckRequest,
): Promise<Judgement[]> {
	const today = calendarDateIn(timezone, now);
	// The check looks only at what the caller sent, and at the date.
	const origin = {
		attemptId: runId,
		userId: "",
		keyId: null,
		idempotencyKey: null,
		batch: runId,
		today: () => today,
		now,
	};
	const requests = named.entries.map((entry) =>
		toRequestedPayment(entry, entry.position, origin),
	);
	const { invoices } = named;
	const judged = { organizationId, requests, invoices, batch: runId };
	const recorded = await findRecordedAlready(table, judged);
	return judgeEntries(named, { requests, recorded, leaveOut, today, now });
}

interface ItemText {
	position: number;
	json: string;
}

const toText = (item: ReturnType<typeof toCheckItems>[number]): ItemText => ({
	position: item.position,
	json: toExactJson(item),
});

/** The items of the chunks that fit one page, at least one chunk. */
function cutToSize(
	chunks: readonly (readonly RunEntry[])[],
	items: readonly ItemText[],
): ItemText[][] {
	const taken: ItemText[][] = [];
	let start = 0;
	let bytes = 0;
	for (const { length } of chunks) {
		const own = items.slice(start, start + length);
		start += length;
		for (const { json } of own) bytes += jsonBytes(json);
		if (taken.length > 0 && bytes > answerMaxBytes) break;
		taken.push(own);
		if (bytes >= pageMaxBytes) break;
	}
	return taken;
}
