import { inGroups } from "../collections/in-groups.ts";
import { reversalKey } from "../dynamodb/keys.ts";
import { batchGet } from "../dynamodb/reads/batch-get.ts";
import type { Table } from "../dynamodb/table.ts";
import type { Invoice, Payment } from "../invoices/invoice.ts";
import { readPaymentsPages } from "../invoices/item/payments-pages.store.ts";
import { forEachConcurrently } from "../timing/concurrently.ts";
import { sameAs } from "./payment-warnings.ts";
import type { RequestedPayment } from "./requested-payment.ts";

const pagesPerCall = 100;
const callsAtOnce = 10;

/** Requested payments, and the invoices that they are for as they were read. */
export interface Judged {
	organizationId: string;
	requests: readonly RequestedPayment[];
	invoices: ReadonlyMap<string, Invoice>;
	/** The batch that the requests belong to: its own payments do not count as recorded. */
	batch: string;
}

/** The requests for one invoice that its item does not show as recorded. */
interface OpenRequests {
	slug: string;
	/** The newest archive page of the invoice. */
	page: number;
	requests: { index: number; payment: Payment }[];
}

/**
 * The indexes of requests that are recorded already (runs P3, `ALREADY_RECORDED`): among the latest payments of their
 * invoice, those in its item and those in its newest archive page. A reversed payment is not recorded. Archive pages
 * are read only for requests that the item does not show as recorded.
 *
 * @throws When an archive page could not be read.
 */
export async function findRecordedAlready(
	table: Table,
	judged: Judged,
): Promise<ReadonlySet<number>> {
	const recorded = new Set<number>();
	const open: OpenRequests[] = [];
	const indexes = judged.requests.map((request, index) => ({
		index,
		...request,
	}));
	for (const [slug, requests] of Map.groupBy(indexes, ({ slug }) => slug)) {
		const invoice = judged.invoices.get(slug);
		if (!invoice) continue;
		const inItem = sameAs(countedOf(invoice.payments, judged));
		const [shown, others] = partition(
			requests,
			({ payment }) => inItem(payment).length > 0,
		);
		for (const { index } of shown) recorded.add(index);
		const page = invoice.paymentPages - 1;
		if (page >= 0 && others.length > 0)
			open.push({ slug, page, requests: others });
	}
	for (const index of await findArchived(table, judged, open))
		recorded.add(index);
	return recorded;
}

/** The open requests that the newest archive page of their invoice shows as recorded. */
async function findArchived(
	table: Table,
	judged: Judged,
	open: readonly OpenRequests[],
): Promise<number[]> {
	const { organizationId } = judged;
	const found: { index: number; slug: string; page: number; id: string }[] = [];
	// Only what is found stays in memory: a page may have 300 KB.
	await forEachConcurrently(
		inGroups(open, pagesPerCall),
		callsAtOnce,
		async (group) => {
			const pages = await readPaymentsPages(table, organizationId, group);
			for (const [place, { slug, page, requests }] of group.entries()) {
				const inPage = sameAs(countedOf(pages[place] ?? [], judged));
				for (const { index, payment } of requests)
					for (const { id } of inPage(payment))
						found.push({ index, slug, page, id });
			}
		},
	);
	const [doubtful, certain] = partition(found, ({ slug, page }) =>
		judged.invoices.get(slug)?.pageReversals?.has(page),
	);
	const reversals = await batchGet(
		table,
		doubtful.map(({ slug, page, id }) =>
			reversalKey(organizationId, slug, { page, paymentId: id }),
		),
		[],
	);
	const unreversed = doubtful.filter((_, place) => !reversals[place]);
	return [...certain, ...unreversed].map(({ index }) => index);
}

/** The payments that count as recorded. */
const countedOf = (
	payments: readonly Payment[],
	{ batch }: Pick<Judged, "batch">,
) => payments.filter((one) => !one.reversal && one.batch !== batch);

function partition<T>(
	all: readonly T[],
	isFirst: (one: T) => boolean | undefined,
): [T[], T[]] {
	return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
