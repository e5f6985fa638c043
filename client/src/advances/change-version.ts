import type { ClientContext } from "../client-context.ts";
import { PermissionError, VersionMismatchError } from "../http/errors.ts";
import { path } from "../http/path.ts";
import { afterRequest } from "../http/send-repeatedly.ts";
import { type CallOptions, call, list } from "../operations/call.ts";
import type { Data, Item } from "../operations/operation-types.ts";

export type PaymentRequestRecord = Data<"getPaymentRequest">;
export type HistoryEntry = Item<"listPaymentRequestHistory">;

/** A change of a payment request that names the version to which it applies. */
export interface VersionedChange {
	paymentRequestId: string;
	ifVersion: number;
	/** The last segment of the path. */
	name: "approver" | "resubmission";
	body: object;
	action: HistoryEntry["action"];
	/**
	 * Returns whether this body led to the entry.
	 *
	 * @param later The entries after it, the latest first.
	 */
	isOwn: (
		entry: HistoryEntry,
		record: PaymentRequestRecord,
		later: readonly HistoryEntry[],
	) => boolean;
}

/**
 * Sends a change until it is answered. A 412 may be due to an earlier copy of the request, whose answer was lost. The
 * history shows whether that copy made the change. If it did, the record is returned as it is now.
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
 * The place of the entry whose change made a version. Every change makes the next version and has one entry, apart from
 * that of its consequence. The creation made the first version, and a history may begin after it.
 *
 * @param entries All entries, the latest first.
 */
function findVersion(entries: readonly HistoryEntry[], version: number) {
	const places = [...entries.keys()]
		.filter((index) => !isConsequence(entries[index], entries[index + 1]))
		.reverse();
	const first = entries.at(-1)?.action === "CREATED" ? 1 : 2;
	return places[version - first] ?? -1;
}

/** An organization file also completes a request without an author, but at another instant than the entry before. */
const isConsequence = (
	entry: HistoryEntry | undefined,
	before: HistoryEntry | undefined,
): boolean =>
	entry?.action === "STAGE_OPENED" ||
	(entry?.action === "COMPLETED" &&
		entry.by === null &&
		before?.at === entry.at &&
		["CREATED", "RESUBMITTED", "APPROVED"].includes(before.action));
