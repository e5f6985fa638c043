import type { ProcurementPaymentsClient } from "../../client.ts";
import type { PaymentRun } from "../../generated/openapi.ts";
import { ConflictError, NotFoundError } from "../../http/errors.ts";
import type { RequestBody } from "../../operations/operation-types.ts";
import { countBytes, requestBytesMax } from "../../payments/split-resources.ts";
import { InputError } from "../command-line/errors.ts";
import type { SentRow } from "./pay-row.ts";

export interface OpenedRun {
	run: PaymentRun;
	/** Whether this command created the run; otherwise it was there before. */
	isOwn: boolean;
}

export interface RunToOpen {
	name: string;
	rows: readonly SentRow[];
	leaveOut: RequestBody<"createPaymentRun">["leaveOut"];
	/** The run whose payments are to be repeated. */
	repeatOf?: string | undefined;
}

/**
 * Creates the run of these rows, or finds the one that exists with the same content: the same file leads to the same
 * run on any computer.
 *
 * @throws InputError When there are too many rows for one run.
 */
export async function openRun(
	client: ProcurementPaymentsClient,
	{ name, rows, leaveOut, repeatOf }: RunToOpen,
): Promise<OpenedRun> {
	requireSize(rows);
	const body = {
		name: toRunName(name),
		resourceType: "INVOICE" as const,
		resources: rows.map(({ entry }) => entry),
		...(leaveOut && leaveOut.length > 0 && { leaveOut }),
		...(repeatOf !== undefined && { repeatOf }),
	};
	for (;;) {
		try {
			return { run: await client.createPaymentRun(body), isOwn: true };
		} catch (error) {
			const runId = error instanceof ConflictError ? error.existingId : null;
			if (!runId) throw error;
			const run = await findRun(client, runId);
			// If not, the run was discarded or has expired just now, and can be created again.
			if (run && run.state !== "DISCARDED") return { run, isOwn: false };
		}
	}
}

const nameLengthMax = 128;

const toRunName = (name: string): string =>
	[...name].slice(0, nameLengthMax).join("") || "payments";

/** @returns Undefined when there is no such run. */
export async function findRun(
	client: ProcurementPaymentsClient,
	runId: string,
): Promise<PaymentRun | undefined> {
	try {
		return await client.getPaymentRun(runId);
	} catch (error) {
		if (error instanceof NotFoundError && error.code !== null) return undefined;
		throw error;
	}
}

function requireSize(rows: readonly SentRow[]) {
	let bytes = 0;
	for (const [index, { entry }] of rows.entries()) {
		bytes += countBytes(JSON.stringify(entry)) + 1;
		if (bytes > requestBytesMax)
			throw new InputError(
				`The file has ${rows.length} payments, and only the first ${index} of them fit into one run. Divide it into files of at most ${index} payments`,
			);
	}
}
