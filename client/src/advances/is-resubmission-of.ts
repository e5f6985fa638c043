import type { RequestBody } from "../operations/operation-types.ts";
import type {
	HistoryEntry,
	PaymentRequestRecord,
	VersionedChange,
} from "./change-version.ts";

/** The values by property; the property of a tag is `tags/<slug>`. Null means the same as an absent property. */
type Content = Map<string, unknown>;

/** The service chooses these values when they are not sent. */
const defaulted = ["currency", "orgEntity"];
/** The service computes these from the other values, and rounds them. */
const computed = ["gstAmount", "tdsAmount"];

/** Returns whether a resubmission of this body led to the entry. */
export const isResubmissionOf =
	(body: RequestBody<"resubmitPaymentRequest">): VersionedChange["isOwn"] =>
	(entry, record, later) => {
		const sent = toContent(body);
		const content = contentAfter(entry, record, later);
		const names = [...sent.keys(), ...content.keys()].filter(
			(name) => !computed.includes(name),
		);
		return names.every(
			(name) =>
				(defaulted.includes(name) && !sent.has(name)) ||
				toText(sent.get(name)) === toText(content.get(name)),
		);
	};

/** The request's content after an entry: its present content without the changes of later resubmissions. */
function contentAfter(
	{ round: ownRound }: HistoryEntry,
	record: PaymentRequestRecord,
	later: readonly HistoryEntry[],
): Content {
	const { vendorId, narration, purchaseOrderLinkId } = record;
	const { currency, orgEntity, tags, tax, round } = record;
	const { subTotal: amount, gstId, tdsId } = tax ?? {};
	const content = toContent({
		...{ amount, vendorId, gstId, tdsId, currency, orgEntity },
		...{ narration, purchaseOrderLinkId, tags },
	});
	const undone = later.filter(
		({ action, round: later }) =>
			action === "RESUBMITTED" && later <= (round ?? ownRound),
	);
	// The latest resubmission comes first, and is undone first.
	// Unchecked cast: a resubmission's changes have this shape.
	for (const { changes } of undone)
		for (const [name, change] of toContent(changes ?? {}))
			content.set(name, (change as { from: unknown }).from);
	return content;
}

const toContent = ({
	tags,
	...properties
}: {
	tags?: object | null | undefined;
}): Content =>
	new Map([
		...Object.entries(properties),
		...Object.entries(tags ?? {}).map(([slug, value]): [string, unknown] => [
			`tags/${slug}`,
			value,
		]),
	]);

/** The service reads 0.30000000000000004 as 0.3. */
const toText = (value: unknown) =>
	JSON.stringify(value ?? null, (_, one: unknown) =>
		typeof one === "number" ? Number(one.toPrecision(15)) : one,
	);
