import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";
import { openJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import { openJournalDisk } from "../../../../client/src/pay-file/journal/journal-disk.ts";
import type { RowState } from "../../../../client/src/pay-file/journal/journal-state.ts";
import { settleRequest } from "../../../../client/src/pay-file/run/settle-request.ts";
import type {
	PaymentsService,
	RecordedPayment,
	Result,
} from "../../../../client/src/pay-file/service/payments-service.ts";

const now = Date.parse("2026-11-21T10:00:00.000Z");
const results: Result[] = [
	{ slug: "a", status: "DONE" },
	{ slug: "", status: "ERROR", reason: "PROCESSING_FAILED" },
	{ slug: "", status: "ERROR", reason: "PROCESSING_FAILED" },
	{ slug: "d", status: "ERROR", reason: "AMOUNT_EXCEEDS" },
	{ slug: "e", status: "ERROR", reason: "PROCESSING_FAILED" },
	{ slug: "f", status: "ERROR", reason: "PROCESSING_FAILED" },
];

const unused = () => {
	throw new Error("A batch that is done needs no other call");
};
/** A batch of which the service has lost the chunk of b and c and the decision on e and f; b and e are paid. */
const service: PaymentsService = {
	findBatch: async () => ({ status: "DONE", processed: 6 }),
	async *resultsOf() {
		yield results;
	},
	async *paymentsOf(slug): AsyncGenerator<RecordedPayment[]> {
		const payment = { amount: 5, utr: null, bulkActionSlug: "B1" };
		yield [
			{ ...payment, idempotencyKey: "another" },
			...(slug === "b" || slug === "e"
				? [{ ...payment, idempotencyKey: "k1" }]
				: []),
		];
	},
	organizationId: unused,
	openInvoices: unused,
	findInvoice: unused,
	findAttempt: unused,
	findRunningBatch: unused,
	send: unused,
};

/** What is known of each row after a request of all, under the key k1, is settled. */
async function settleK1(
	csv: string,
	service: PaymentsService,
	{ sentAt = now, bulkActionSlug = "" } = {},
): Promise<RowState[]> {
	const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const { rows } = readPayments(Buffer.from(csv));
	const target = { url: "u", organization: "o", file: "f", payments: "p" };
	const journal = openJournal(
		openJournalDisk(join(directory, "journal")),
		{ ...target, rows: rows.length },
		now,
	);
	journal.append({
		type: "sending",
		at: new Date(sentAt).toISOString(),
		key: "k1",
		rows: [[0, rows.length - 1]],
	});
	if (bulkActionSlug)
		journal.append({ type: "batch", key: "k1", bulkActionSlug });
	await settleRequest(
		{
			service,
			journal,
			rows,
			now: () => now,
			pause: async () => {},
			newKey: () => "k2",
			say: () => {},
			onProgress: () => {},
		},
		"k1",
	);
	return [...journal.state.rows.values()];
}

it("11.4: rows of a lost part of a batch are paid if the books say so; those without a result are else never sent again", async () => {
	const known = await settleK1(
		"slug,amount\na,5\nb,5\nc,5\nd,5\ne,5\nf,5\n",
		service,
		{ bulkActionSlug: "B1" },
	);
	expect(known.map(({ status, reason }) => ({ status, reason }))).toEqual([
		{ status: "DONE", reason: undefined },
		{ status: "DONE", reason: undefined },
		{ status: "UNKNOWN", reason: "PROCESSING_FAILED" },
		{ status: "ERROR", reason: "AMOUNT_EXCEEDS" },
		{ status: "DONE", reason: undefined },
		{ status: "ERROR", reason: "PROCESSING_FAILED" },
	]);
});

const minute = 60_000;

it.each([
	["was sent four minutes ago and taken a minute ago", -4, -1, 4.5],
	["was sent a minute ago", -1, -1, 4.5],
	["was taken an hour from now, by a clock that is ahead", -1, 60, 5.5],
])(
	"11.4: rows that a request has not paid are sent again 5.5 minutes after it was taken: it %s",
	async (_, sent, taken, expected) => {
		const [row] = await settleK1(
			"slug,amount\na,5\n",
			{
				...service,
				findAttempt: async () => ({
					status: "SETTLED",
					attemptedAt: new Date(now + taken * minute).toISOString(),
					bulkActionSlug: null,
					results: [{ recorded: false }],
				}),
			},
			{ sentAt: now + sent * minute },
		);
		expect(row).toMatchObject({
			status: "NOT_TAKEN",
			retryAfter: now + expected * minute,
		});
	},
);
