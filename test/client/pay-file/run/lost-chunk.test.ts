import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";
import { openJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import { openJournalDisk } from "../../../../client/src/pay-file/journal/journal-disk.ts";
import { settleRequest } from "../../../../client/src/pay-file/run/settle-request.ts";
import type {
	PaymentsService,
	RecordedPayment,
	Result,
} from "../../../../client/src/pay-file/service/payments-service.ts";

const at = "2026-11-21T10:00:00.000Z";
const now = Date.parse(at);
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

it("11.4: rows of a lost part of a batch are paid if the books say so; those without a result are else never sent again", async () => {
	const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const { rows } = readPayments(
		Buffer.from("slug,amount\na,5\nb,5\nc,5\nd,5\ne,5\nf,5\n"),
	);
	const target = { url: "u", organization: "o", file: "f", payments: "p" };
	const journal = openJournal(
		openJournalDisk(join(directory, "journal")),
		{ ...target, rows: rows.length },
		now,
	);
	journal.append({ type: "sending", at, key: "k1", rows: [[0, 5]] });
	journal.append({ type: "batch", key: "k1", bulkActionSlug: "B1" });
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
	const known = [...journal.state.rows.values()];
	expect(known.map(({ status, reason }) => ({ status, reason }))).toEqual([
		{ status: "DONE", reason: undefined },
		{ status: "DONE", reason: undefined },
		{ status: "UNKNOWN", reason: "PROCESSING_FAILED" },
		{ status: "ERROR", reason: "AMOUNT_EXCEEDS" },
		{ status: "DONE", reason: undefined },
		{ status: "ERROR", reason: "PROCESSING_FAILED" },
	]);
});
