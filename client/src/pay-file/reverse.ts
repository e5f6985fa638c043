import { Big } from "big.js";
import type { ClientContext } from "../client-context.ts";
import type { Payment } from "../generated/openapi.ts";
import { ApiError, ConflictError } from "../http/errors.ts";
import { RecordsClient } from "../operations/records-client.ts";
import { pacingReads } from "../payments/find-recorded.ts";
import { isSameAmount } from "../payments/to-results.ts";
import { InputError, isRecordNotFound, ServiceError } from "./errors.ts";
import { loadFile } from "./files.ts";
import { type FileRow, groupByInvoice } from "./input/file-row.ts";
import { parseOptions, type RunOptions, runFlags, toRun } from "./options.ts";
import { formatMoney, localTime } from "./output/report.ts";
import { type Messages, readResultFile } from "./output/results.ts";
import { type RowOutcome, toOutcome } from "./run/outcomes.ts";
import type { RowsOfRequest } from "./run/settle-rows.ts";
import { runTask } from "./run-file.ts";
import {
	type Opened,
	type RunContext,
	sendUntilSettled,
	type Task,
	toCommand,
} from "./task.ts";

const reverseUsage =
	"Usage: procurement-payments-client reverse <results.csv> --url <url> --reason <text> [options]";

export const reverseHelp = `${reverseUsage}

Reverses the payments of a result file: of each row that is DONE. A payment is not deleted, but marked as reversed, and its
amount is due again. Every payment is checked first. If the run is interrupted, run the same command again: it continues.

  --url <url>               of the service, such as https://api.example.com
  --reason <text>           why; it stays with the payments
  --dry-run                 checks every row against the records and reverses nothing
  --skip-bad-rows           reverses the other rows when some are bad
  --yes                     reverses without asking; a script needs it
  --results <file>          where to write the result of each row; default: next to the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions payments:reverse, invoices:read and organization:read. Exit codes are those of pay.
`;

interface ReverseOptions extends RunOptions {
	/** Why the payments are reversed. */
	reason: string;
}

/** The service takes so many characters. */
const reasonLengthMax = 500;

/** Reads the options of `reverse`. @throws InputError that names the wrong option. */
export function readReverseOptions(
	args: readonly string[],
): ReverseOptions | "help" {
	const { values, positionals } = parseOptions(args, {
		...runFlags,
		reason: { type: "string" },
	});
	if (values.help) return "help";
	const what = "the result file";
	const run = toRun(positionals, values, { what, usage: reverseUsage });
	const reason = values.reason?.trim() ?? "";
	if (reason === "" || [...reason].length > reasonLengthMax)
		throw new InputError(
			`Say why with --reason "…", in 1 to ${reasonLengthMax} characters: it stays with the payments`,
		);
	return { ...run, resumes: true, reason };
}

/** `procurement-payments-client reverse`. */
export const reverseCommand = toCommand(
	readReverseOptions,
	reverseHelp,
	(options, process) => runTask(reverseTask(options), process),
);

/**
 * `reverse`: each row of a result file that is paid has a payment to reverse. The service reverses a payment once,
 * however many requests it gets, so that a request without an answer is sent again.
 */
function reverseTask(options: ReverseOptions): Task {
	const reverse =
		(isNew: boolean) => (context: RunContext, request: RowsOfRequest) =>
			reverseRow(context, request, { reason: options.reason, isNew });
	return {
		options,
		words: { verb: "reverse", done: "reversed", doing: "Reversing" },
		mustBeConfirmed: true,
		load: () => loadFile(options, suffixes, readResultFile),
		requireAccess,
		check: checkReversals,
		describeUnusual: () => [],
		settle: reverse(false),
		carryOut: (context, indexes) =>
			sendUntilSettled(context, indexes, async (waiting) => {
				for (const index of waiting) {
					// Stops here when the user has asked for it.
					await context.client.timing.sleep(0);
					await reverse(true)(context, {
						key: context.newKey(),
						rows: [index],
					});
					context.onProgress(0);
				}
			}),
		messages,
		resultHeader: ["reversal", "reversalMessage"],
		toResultCells: (_, { status, message }) => [
			status === "DONE" ? "REVERSED" : status,
			message,
		],
	};
}

const suffixes = {
	result: ".reversals",
	dryRun: ".reversals.dry-run",
	instead: ".results",
};

const needed = ["payments:reverse", "invoices:read", "organization:read"];

async function requireAccess(client: ClientContext) {
	const { permissions } = await new RecordsClient(client).getKey();
	const lacking = needed.filter(
		(one) => !permissions.some((has) => has === one),
	);
	if (lacking.length > 0)
		throw new ServiceError(
			`To reverse payments, the API key needs the ${lacking.length === 1 ? "permission" : "permissions"} ${lacking.join(", ")}; this run has reversed nothing. Ask the person who gave you the key`,
		);
}

/** Notes what the records say of the payments: one that does not exist, has another amount, or is reversed already. */
async function checkReversals(
	rows: FileRow[],
	{ client, process: { progress }, organization }: Opened,
) {
	const records = new RecordsClient(pacingReads(client));
	const byInvoice = groupByInvoice(rows);
	progress.start("Checking", byInvoice.size);
	let checked = 0;
	for (const [id, group] of byInvoice) {
		const payments = new Map<string, Payment>();
		try {
			const { vendorId, currency } = await records.getInvoice(id);
			const record = {
				vendorId,
				currency: currency ?? organization.baseCurrency,
			};
			for (const row of group) row.record = record;
			const recorded = records.listInvoicePayments(id, { limit: 100 });
			for await (const payment of recorded) payments.set(payment.id, payment);
		} catch (error) {
			if (!isRecordNotFound(error)) throw error;
		}
		for (const row of group) checkReversal(row, payments);
		progress.update(++checked);
	}
	progress.stop();
}

function checkReversal(row: FileRow, payments: ReadonlyMap<string, Payment>) {
	const payment = payments.get(row.paymentId ?? "");
	if (!payment)
		row.problems.push({
			reason: "NOT_FOUND",
			message:
				"the invoice has no such payment: the file is of another organization, or was changed",
		});
	else if (!isSameAmount(payment.amount, Number(row.payment?.amount)))
		row.problems.push({
			reason: "AMOUNT",
			message: `the payment is ${formatMoney(new Big(payment.amount), row.record?.currency ?? "")}, not ${row.payment?.amount}: the file was changed`,
		});
	else if (payment.reversedAt !== null)
		row.doneBefore = `Reversed already, on ${localTime(Date.parse(payment.reversedAt))}: ${payment.reversalReason}`;
}

/** Each sending is in the journal before it is done; without an answer, the next run sends it again. */
async function reverseRow(
	context: RunContext,
	{ key, rows }: RowsOfRequest,
	{ reason, isNew }: { reason: string; isNew: boolean },
) {
	const { client, journal, now } = context;
	const [index = -1] = rows;
	const { payment, paymentId, record } = context.rows[index] ?? {};
	if (payment?.slug === undefined || paymentId === undefined)
		throw new Error("A row without a payment is never planned");
	const at = new Date(now()).toISOString();
	journal.append({
		type: "sending",
		at,
		key,
		rows: [[index, index]],
		...(record && {
			invoices: [[payment.slug, record.vendorId, record.currency]],
		}),
	});
	const note = (outcome: RowOutcome) =>
		journal.append(toOutcome(key, [index], [outcome], now()));
	const outcome = await new RecordsClient(client)
		.reversePayment(payment.slug, paymentId, { reason })
		.then(
			(): RowOutcome => ({ status: "DONE" }),
			(error: unknown) => {
				const refusal = toRefusal(error);
				if (refusal) return refusal;
				// A request of a former run may have reached the service all the same.
				if (isNew && isDefinite(error)) note({ status: "NOT_TAKEN" });
				throw error;
			},
		);
	note(outcome);
}

/** This request was refused, and no copy of it can have had an effect. */
function isDefinite(error: unknown): boolean {
	const cause = error instanceof ServiceError ? error.cause : undefined;
	return (
		cause instanceof ApiError && cause.status < 500 && cause.cause === undefined
	);
}

/** @returns undefined when the error says nothing of the row. */
function toRefusal(error: unknown): RowOutcome | undefined {
	if (isRecordNotFound(error)) return { status: "ERROR", reason: "NOT_FOUND" };
	const cause = error instanceof ServiceError ? error.cause : undefined;
	if (!(cause instanceof ConflictError)) return undefined;
	const reason = Object.keys(refusals).find((one) =>
		cause.message.includes(one),
	);
	return reason === "LOCK_HELD"
		? { status: "SKIPPED", reason }
		: { status: "ERROR", reason: reason ?? "REFUSED" };
}

/** Reasons for which the service refuses a reversal. */
const refusals: Messages = {
	NOT_FOUND: "The invoice has no such payment",
	LOCK_HELD: "Another action on the invoice is in progress; run again",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment of the invoice on the platform has not settled yet; run again later",
};

const messages: Messages = {
	...refusals,
	OPEN: "Not known yet: run the same command again",
};
