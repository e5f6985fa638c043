import type {
	PaymentRun,
	PaymentRunCheckItem,
} from "../../../client/src/generated/openapi.ts";
import {
	ConflictError,
	NotFoundError,
} from "../../../client/src/http/errors.ts";
import type { RequestBody } from "../../../client/src/operations/operation-types.ts";
import {
	countBytes,
	requestBytesMax,
} from "../../../client/src/payments/split-resources.ts";
import { formatCount } from "../parts/money.tsx";
import type { Client } from "../service/client.ts";
import type { Session } from "../service/session.ts";
import { runCurrency } from "./run-currency.ts";

export type RunBody = RequestBody<"createPaymentRun">;
export type LeaveOut = NonNullable<RunBody["leaveOut"]>[number];

/** Thrown when a list has more payments than a run can take. The message says how many fit. */
export class TooManyPayments extends Error {}

/** The number of rows that are looked at before the page has its turn, so that it never freezes. */
const rowsOfTurn = 1_000;

/** Lets the page have its turn after some rows of a long list. */
export async function giveWay(index: number) {
	if (index % rowsOfTurn === rowsOfTurn - 1)
		await new Promise((resolve) => setTimeout(resolve));
}

/** @throws TooManyPayments When the entries do not fit into one run. */
export async function requireSize(entries: RunBody["resources"]) {
	let bytes = 0;
	for (const [index, entry] of entries.entries()) {
		await giveWay(index);
		bytes += countBytes(JSON.stringify(entry)) + 1;
		if (bytes > requestBytesMax)
			throw new TooManyPayments(
				`There are ${formatCount(entries.length)} payments, and only the first ${formatCount(index)} of them fit into one run. Divide the list into files of at most ${formatCount(index)} payments.`,
			);
	}
}

/**
 * Creates the run of a list, or finds the run that the list already has. Somebody else may have prepared it, or an
 * earlier request of this page, whose answer was lost.
 */
export async function openRun(
	client: Client,
	body: RunBody,
): Promise<{ run: PaymentRun; isNew: boolean }> {
	for (;;) {
		try {
			return { run: await client.createPaymentRun(body), isNew: true };
		} catch (error) {
			const runId = error instanceof ConflictError ? error.existingId : null;
			if (!runId) throw error;
			const run = await findRun(client, runId);
			// If not, the run was discarded or has expired just now, and can be created again.
			if (run && run.state !== "DISCARDED") return { run, isNew: false };
		}
	}
}

async function findRun(client: Client, runId: string) {
	try {
		return await client.getPaymentRun(runId);
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	}
}

/** A name may have 128 characters at most. */
export const toRunName = (name: string): string =>
	[...name.trim()].slice(0, 128).join("") || "Payments";

/** Reads the whole check of a run. An invoice without a currency of its own has the organization's. */
export async function walkCheck(
	{ client, organization }: Session,
	{ runId, total }: Pick<PaymentRun, "runId" | "total">,
	{
		signal,
		onProgress,
	}: { signal?: AbortSignal; onProgress: (done: number) => void },
): Promise<PaymentRunCheckItem[]> {
	const items: PaymentRunCheckItem[] = Array.from({ length: total });
	let done = 0;
	for await (const item of client.checkPaymentRun(
		runId,
		{ limit: 1_000 },
		{ signal },
	)) {
		const currency =
			item.currency ??
			(item.reason === "NOT_FOUND"
				? runCurrency(organization)
				: organization.baseCurrency);
		items[item.position] = { ...item, currency };
		if (++done % 100 === 0 || done === total) onProgress(done);
	}
	return items;
}

/** Whether another person must release the run. */
export const needsSecondPerson = (
	{ organization }: Pick<Session, "organization">,
	run: Pick<PaymentRun, "amount">,
): boolean =>
	organization.secondPersonFrom !== null &&
	Number(run.amount) >= Number(organization.secondPersonFrom);
