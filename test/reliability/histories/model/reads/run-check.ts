import { expect } from "vitest";
import { calendarDateIn } from "../../../../../shared/dates/calendar-date.ts";
import { toInvoiceId } from "../../../../../shared/invoices/invoice-id.ts";
import type { RecordedPayment, RecordedRun } from "../../../records.ts";
import { entriesOf, type ListedEntry } from "../../run-lists.ts";
import type { Target } from "../../step.ts";
import { type Before, findInvoice } from "../before.ts";
import type { Expected } from "../expected.ts";
import { decidePayments } from "../payments.ts";

/** So many of an invoice's newest payments are in its item or in its newest archive page for certain. */
const latestMin = 5;

/** An entry with the invoice that it names, and what the check has to say of it. */
type Judged = ListedEntry & {
	slug: string;
	warnings: string[];
	/** Whether an older payment of the invoice counts depends on its archive pages, which an export does not show. */
	isCertain: boolean;
};

/** Runs P3: the first page of a check. @returns undefined when there is no such run. */
export function expectedCheck(
	before: Before,
	{ id, limit }: Target,
): Expected | undefined {
	const run = before.records.paymentRuns.find(({ runId }) => runId === id);
	if (!run) return undefined;
	const expected = toItems(before, run);
	return {
		answer: {
			status: 200,
			check({ items, nextCursor }) {
				const positions: number[] = items.map(
					({ position }: { position: number }) => position,
				);
				expect(positions).toEqual(positions.toSorted((a, b) => a - b));
				expect(items).toMatchObject(positions.map((at) => expected[at]));
				const { size: length } = new Set(positions);
				expect(length).toBeGreaterThanOrEqual(Math.min(limit, run.total));
				expect(nextCursor === null).toBe(length === run.total);
			},
		},
	};
}

function toItems(before: Before, { name, state, leaveOut }: RecordedRun) {
	const entries = judge(before, entriesOf(name));
	const { results } = decidePayments(
		before,
		entries.map((entry) => ({
			...entry,
			leftOut: entry.warnings.find((one) => leaveOut.includes(one)),
		})),
	);
	const uncertain = new Set(
		entries.filter((one) => !one.isCertain).map(({ slug }) => slug),
	);
	return entries.map((entry, position) => {
		const { slug, amount, utr = null, paymentDate = null, warnings } = entry;
		const invoice = findInvoice(before.records, slug);
		const shown = { position, ref: null, slug, amount, utr, paymentDate };
		const of = {
			vendorId: invoice ? (invoice.vendorId ?? null) : (entry.vendorId ?? null),
			invoiceNumber: invoice
				? (invoice.invoiceNumber ?? null)
				: (entry.invoiceNumber ?? null),
		};
		if (state !== "DRAFT")
			return { ...shown, ...of, due: null, status: null, warnings: [] };
		const due = invoice?.due.toNumber() ?? null;
		if (uncertain.has(slug)) return { ...shown, ...of, due };
		const { status, reason = null } = results[position] ?? {};
		return { ...shown, ...of, due, status, reason, warnings };
	});
}

function judge(before: Before, entries: readonly ListedEntry[]): Judged[] {
	// Unchecked cast: an export has the organization's time zone.
	const timezone = before.plain.org.timezone as string;
	const today = calendarDateIn(timezone, before.now);
	const seen = new Set<string>();
	return entries.map((entry) => {
		const { vendorId = "", invoiceNumber = "", amount } = entry;
		const slug = entry.slug ?? toInvoiceId(vendorId, invoiceNumber);
		const { paymentDate = today } = entry;
		const utr = compared(entry.utr);
		const identity = `${slug} ${amount} ${utr} ${paymentDate}`;
		const isRepeated = seen.has(identity);
		seen.add(identity);
		const { payments = [] } = findInvoice(before.records, slug) ?? {};
		const isSame = (one: RecordedPayment) =>
			one.reversedAt === null &&
			(utr === ""
				? one.amount.eq(amount) && one.paymentDate === paymentDate
				: compared(one.utr) === utr);
		const isRecorded = payments.some(isSame);
		const warnings = [
			...(isRecorded ? ["ALREADY_RECORDED"] : []),
			...(isRepeated ? ["REPEATED"] : []),
			...(paymentDate < "2021" ? ["DATE_LONG_AGO"] : []),
		];
		const isCertain = isRecorded === payments.slice(-latestMin).some(isSame);
		return { ...entry, slug, warnings, isCertain };
	});
}

const compared = (utr: string | null | undefined) =>
	(utr ?? "").replace(/[ \u200b]/g, "").toLowerCase();
