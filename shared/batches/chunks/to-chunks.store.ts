import { paymentMaxBytes } from "../../invoices/item/payments.store.ts";
import { invoiceTooLarge } from "../errors.ts";
import type { NumberedResource } from "../payment-batch.ts";

/** A chunk has no more resources, unless a single invoice has. */
export const chunkResourcesMax = 100;

/**
 * Limit of the stored size of a chunk's payments and slugs. Together with what an invoice may hold before
 * (`archive-payments.store.ts`) it stays below the 400 KB of an item.
 */
const bytesMax = 300 * 1024;

/** What else, besides the payment itself, determines the size of a stored payment. */
export interface Payer {
	userId: string;
	idempotencyKey: string | null;
}

/** The resources of one invoice: they are decided one after the other and recorded by one write (`batches.md`). */
interface Group<Resource> {
	resources: Resource[];
	bytes: number;
}

/**
 * Splits a request into chunks of at most 100 resources and 300 KB. A single invoice with more than 100 resources gets
 * a larger chunk. Resources are in request order within a chunk, so that the batch's layout alone gives the position of
 * each.
 *
 * @param namesBytes The size of what a chunk stores of a resource in addition to its payment.
 * @throws ApiError 400 when the payments of one invoice exceed 300 KB, because no item could hold them.
 */
export function toChunks<Resource extends NumberedResource>(
	resources: readonly Resource[],
	payer: Payer,
	namesBytes = ({ slug }: Resource) => Buffer.byteLength(slug),
): Resource[][] {
	const chunks: Resource[][] = [];
	let last: Resource[] = [];
	let lastBytes = 0;
	const groups = groupBySlug(resources, payer, namesBytes);
	for (const { resources: own, bytes } of groups) {
		const isFull =
			last.length + own.length > chunkResourcesMax ||
			lastBytes + bytes > bytesMax;
		if (isFull || chunks.length === 0) {
			last = [];
			lastBytes = 0;
			chunks.push(last);
		}
		last.push(...own);
		lastBytes += bytes;
	}
	for (const chunk of chunks) chunk.sort((a, b) => a.position - b.position);
	return chunks;
}

function groupBySlug<Resource extends NumberedResource>(
	resources: readonly Resource[],
	payer: Payer,
	namesBytes: (resource: Resource) => number,
): Iterable<Group<Resource>> {
	const groups = new Map<string, Group<Resource>>();
	for (const resource of resources) {
		const { slug, utr, narration, position } = resource;
		const group = groups.get(slug) ?? { resources: [], bytes: 0 };
		group.bytes +=
			namesBytes(resource) + paymentMaxBytes({ utr, narration, ...payer });
		if (group.bytes > bytesMax) throw invoiceTooLarge(position);
		group.resources.push(resource);
		groups.set(slug, group);
	}
	return groups.values();
}
