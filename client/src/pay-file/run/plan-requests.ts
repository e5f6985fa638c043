import type { FileRow } from "../input/file-row.ts";
import { toResource } from "../input/to-resource.ts";

/** The service takes 6 MB, some 40,000 resources. Smaller batches make an interrupted run easier to continue. */
const rowsMax = 5_000;
const bytesMax = 3_000_000;
/** The service stores an invoice's payments of one request together, up to 300 KB of them. */
const rowsOfInvoiceMax = 100;

/** @param indexes Of the rows to pay, in ascending order. @returns The rows of each request. */
export function planRequests(
	rows: readonly FileRow[],
	indexes: readonly number[],
): number[][] {
	const requests: number[][] = [];
	let current: number[] = [];
	let bytes = 0;
	let ofInvoice = new Map<string, number>();
	for (const index of indexes) {
		const payment = rows[index]?.payment;
		if (payment?.slug === undefined) continue;
		const size = Buffer.byteLength(JSON.stringify(toResource(payment))) + 1;
		const count = ofInvoice.get(payment.slug) ?? 0;
		const isFull =
			current.length >= rowsMax ||
			bytes + size > bytesMax ||
			count >= rowsOfInvoiceMax;
		if (isFull) {
			requests.push(current);
			current = [];
			bytes = 0;
			ofInvoice = new Map();
		}
		current.push(index);
		bytes += size;
		ofInvoice.set(payment.slug, isFull ? 1 : count + 1);
	}
	if (current.length > 0) requests.push(current);
	return requests;
}
