import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { ClientContext } from "../../../../client/src/client-context.ts";
import { NotFoundError } from "../../../../client/src/http/errors.ts";
import type { ApiAnswer } from "../../../../client/src/http/send-once.ts";
import { readPayments } from "../../../../client/src/pay-file/input/read-payments.ts";
import { openJournal } from "../../../../client/src/pay-file/journal/journal.ts";
import { openJournalDisk } from "../../../../client/src/pay-file/journal/journal-file.ts";
import {
	type RunContext,
	startPatience,
} from "../../../../client/src/pay-file/task.ts";

export const now = Date.parse("2026-11-21T10:00:00.000Z");

/** A service that answers reads by their paths, and takes no payment; its clock goes on while the client pauses. */
export function serviceOf(read: (path: string) => object | undefined) {
	const pauses: number[] = [];
	const context: ClientContext = {
		sendOnce: () => {
			throw new Error("Nothing is to be sent");
		},
		sendRepeatedly: async ({ path }) => {
			const data = read(path);
			if (!data)
				throw new NotFoundError({
					status: 404,
					code: path.includes("/attempt/")
						? "ATTEMPT_NOT_FOUND"
						: "BATCH_NOT_FOUND",
					message: "There is none",
					requestId: null,
					isRetryable: false,
					retryAfterMs: null,
				});
			const answer: ApiAnswer = {
				status: 200,
				body: { ok: true, data },
				headers: new Headers(),
				requestId: null,
				retryAfterMs: null,
			};
			return answer;
		},
		timing: {
			now: () => now + pauses.reduce((sum, pause) => sum + pause, 0),
			random: () => 1,
			async sleep(milliseconds) {
				// What does not wait for the pause is done before its end.
				await setImmediate();
				pauses.push(milliseconds);
			},
		},
		unusedSince: new Map(),
	};
	return { context, pauses };
}

/** A run of a file that begins, with a journal of its own. */
export async function runOf(
	csv: string,
	client: ClientContext,
	patience = startPatience(client.timing),
): Promise<RunContext & { said: string[] }> {
	const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const { rows } = await readPayments(Buffer.from(csv));
	const target = { url: "u", organization: "o", file: "f", payments: "p" };
	const journal = openJournal(
		openJournalDisk(join(directory, "journal")),
		{ ...target, rows: rows.length },
		now,
		() => false,
		{ verb: "pay", done: "paid" },
	);
	let keys = 1;
	const said: string[] = [];
	return {
		...{ client, journal, rows, url: "u", said },
		now: () => now,
		newKey: () => `k${++keys}`,
		patience,
		say: (text) => said.push(text),
		onProgress: () => {},
	};
}

/** A recorded payment of the batch B1. */
export const payment = (idempotencyKey: string) => ({
	...{ id: "p", amount: 5, utr: null, bulkActionSlug: "B1" },
	idempotencyKey,
});
