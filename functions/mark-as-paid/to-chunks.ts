import type {
	Chunk,
	NumberedResource,
} from "../../shared/batches/payment-batch.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { paymentMaxBytes } from "../../shared/invoices/item/payments.store.ts";
import { invoiceTooLarge } from "./errors.ts";
import type { MarkAsPaidBody } from "./schema.ts";

const resourcesMax = 100;
/**
 * Limit of the stored size of a chunk's payments and slugs. Together with what an invoice may hold before
 * (`archive-payments.store.ts`) it stays below the 400 KB of an item.
 */
const bytesMax = 300 * 1024;

export type ChunkedBody = MarkAsPaidBody & { chunks: Chunk[] };

/** What the size of a stored payment depends on besides the payment. */
type Requester = Pick<RequestContext, "caller" | "idempotencyKey">;

/** The resources of one invoice: they are decided one after the other and recorded by one write (`decisions.md`). */
interface Group {
	resources: NumberedResource[];
	bytes: number;
}

/**
 * Splits a request into chunks of at most 100 resources and 300 KB. A single invoice with more than 100 resources gets
 * a larger chunk. Resources are in request order within a chunk, so that the batch's layout alone gives the position of
 * each.
 *
 * @throws ApiError 400 when the payments of one invoice exceed 300 KB, because no item could hold them.
 */
export function toChunks(
	resources: MarkAsPaidBody["resources"],
	request: Requester,
): Chunk[] {
	const chunks: NumberedResource[][] = [];
	let last: NumberedResource[] = [];
	let lastBytes = 0;
	for (const { resources: own, bytes } of groupBySlug(resources, request)) {
		const isFull =
			last.length + own.length > resourcesMax || lastBytes + bytes > bytesMax;
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

function groupBySlug(
	resources: MarkAsPaidBody["resources"],
	{ caller, idempotencyKey }: Requester,
): Iterable<Group> {
	const groups = new Map<string, Group>();
	resources.forEach((resource, position) => {
		const { slug, amount, utr, narration, paymentDate } = resource;
		const group = groups.get(slug) ?? { resources: [], bytes: 0 };
		group.bytes +=
			Buffer.byteLength(slug) +
			paymentMaxBytes({
				utr,
				narration,
				userId: caller.user.id,
				idempotencyKey,
			});
		if (group.bytes > bytesMax) throw invoiceTooLarge(position);
		// Copies only the properties of the spec: a resource may have others, of any size.
		group.resources.push({
			position,
			slug,
			amount,
			utr,
			narration,
			paymentDate,
		});
		groups.set(slug, group);
	});
	return groups.values();
}
