import type { ClientContext } from "../client-context.ts";
import { PermissionError, VersionMismatchError } from "../http/errors.ts";
import { path } from "../http/path.ts";
import { afterRequest } from "../http/send-repeatedly.ts";
import { type CallOptions, call, list } from "../operations/call.ts";
import type { Data, Item } from "../operations/operation-types.ts";

export type PaymentRequestRecord = Data<"getPaymentRequest">;
export type HistoryEntry = Item<"listPaymentRequestHistory">;

/** A change of a payment request that names the version it is for. */
export interface VersionedChange {
	paymentRequestId: string;
	ifVersion: number;
	/** The last part of the path. */
	name: "approver" | "resubmission";
	body: object;
	action: HistoryEntry["action"];
	/**
	 * Did this body lead to the entry?
	 *
	 * @param later Entries after it, the latest first.
	 */
	isOwn: (
		entry: HistoryEntry,
		record: PaymentRequestRecord,
		later: readonly HistoryEntry[],
	) => boolean;
}

/**
 * Sends a change until it is answered. A 412 may be due to an earlier copy of the request, whose answer was lost: the
 * history shows. If that copy made the change, returns the record as it is now.
 *
 * @throws VersionMismatchError When another change came first, or when the API key may not read the payment request.
 */
export async function changeVersion(
	context: ClientContext,
	change: VersionedChange,
	options: CallOptions,
): Promise<PaymentRequestRecord> {
	const { paymentRequestId, ifVersion, name, body } = change;
	const url = path`/v1.0/payment/request/${paymentRequestId}`;
	const request = {
		method: "POST",
		path: `${url}/${name}`,
		body,
		headers: { "if-match": `"${ifVersion}"` },
		isRepeatable: true,
	} as const;
	try {
		return await call<"resubmitPaymentRequest" | "changeApprover">(
			context,
			request,
			options,
		);
	} catch (error) {
		if (!(error instanceof VersionMismatchError)) throw error;
		const own = await findOwnChange(context, url, change, options).catch(
			(reason: unknown) => {
				throw reason instanceof PermissionError
					? error
					: afterRequest(reason, error);
			},
		);
		if (!own) throw error;
		return own;
	}
}

async function findOwnChange(
	context: ClientContext,
	url: string,
	{ ifVersion, action, isOwn }: VersionedChange,
	options: CallOptions,
): Promise<PaymentRequestRecord | undefined> {
	const get = (path: string) => ({ method: "GET", path }) as const;
	const record = await call<"getPaymentRequest">(context, get(url), options);
	const { keyId, userId } = await call<"getKey">(
		context,
		get("/v1.0/key"),
		options,
	);
	const history = list<"listPaymentRequestHistory">(
		context,
		`${url}/history`,
		{ limit: 100 },
		options,
	);
	const entries: HistoryEntry[] = [];
	for await (const entry of history) entries.push(entry);
	const place = findVersion(entries, ifVersion + 1);
	const entry = entries[place];
	const isOurs =
		entry?.action === action &&
		entry.by?.keyId === keyId &&
		// Sessions of the console have no key.
		entry.by.userId === userId &&
		isOwn(entry, record, entries.slice(0, place));
	return isOurs ? record : undefined;
}

/**
 * The place of the entry whose change made a version. Every change makes the next version and has one entry, but for
 * its consequence. The creation made the first one; a history may begin after it.
 *
 * @param entries The latest first.
 */
function findVersion(entries: readonly HistoryEntry[], version: number) {
	const places = [...entries.keys()]
		.filter((index) => !isConsequence(entries[index], entries[index + 1]))
		.reverse();
	const first = entries.at(-1)?.action === "CREATED" ? 1 : 2;
	return places[version - first] ?? -1;
}

/** An organization file, too, completes a request without an author, but at an instant of its own. */
const isConsequence = (
	entry: HistoryEntry | undefined,
	before: HistoryEntry | undefined,
): boolean =>
	entry?.action === "STAGE_OPENED" ||
	(entry?.action === "COMPLETED" &&
		entry.by === null &&
		before?.at === entry.at &&
		["CREATED", "RESUBMITTED", "APPROVED"].includes(before.action));
