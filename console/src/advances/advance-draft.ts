import { Big } from "big.js";
import type {
	ListedTag,
	Organization,
	PaymentRequest,
	Tax,
} from "../../../client/src/generated/openapi.ts";
import type { RequestBody } from "../../../client/src/operations/operation-types.ts";
import { readAmount } from "../../../client/src/payment-file/cells/read-amount.ts";
import type { Amount } from "../parts/money.tsx";

export type AdvanceBody = RequestBody<"createVendorAdvance">;

/** An advance as it is typed. Empty values are not sent. */
export interface AdvanceDraft {
	amount: string;
	currency: string;
	gstId: string;
	tdsId: string;
	orderId: string;
	narration: string;
	entityId: string;
	/** The values by the slug of the tag. */
	tags: Readonly<Record<string, string>>;
}

/** What is wrong with a draft, by the pointers that the service uses. */
export type Problems = ReadonlyMap<string, string>;

/** The taxes and tags of the organization, of which a draft names some. */
export interface KnownValues {
	gst: readonly Tax[];
	tds: readonly Tax[];
	tags: readonly ListedTag[];
}

export const emptyDraft = (
	organization: Organization,
	orderId: string,
): AdvanceDraft => ({
	amount: "",
	currency: organization.baseCurrency,
	gstId: "",
	tdsId: "",
	orderId,
	narration: "",
	entityId: "",
	tags: {},
});

/** The draft that a request was submitted as, so that it can be changed. */
export const draftOf = (
	organization: Organization,
	request: PaymentRequest,
): AdvanceDraft => ({
	amount: new Big(request.tax?.subTotal ?? 0).toFixed(),
	currency: request.currency ?? organization.baseCurrency,
	gstId: textOf(request.tax?.gstId),
	tdsId: textOf(request.tax?.tdsId),
	orderId: request.purchaseOrderLinkId ?? "",
	narration: request.narration ?? "",
	entityId: textOf(request.orgEntity),
	tags: toTexts(request.tags),
});

/** The draft of a body that was sent before. */
export const draftOfBody = (
	organization: Organization,
	body: AdvanceBody,
): AdvanceDraft => ({
	amount: new Big(body.amount).toFixed(),
	currency: body.currency ?? organization.baseCurrency,
	gstId: textOf(body.gstId),
	tdsId: textOf(body.tdsId),
	orderId: body.purchaseOrderLinkId ?? "",
	narration: body.narration ?? "",
	entityId: textOf(body.orgEntity),
	tags: toTexts(body.tags),
});

const toTexts = (tags: AdvanceBody["tags"] | null) =>
	Object.fromEntries(
		Object.entries(tags ?? {}).map(([slug, { value }]) => [slug, `${value}`]),
	);

const textOf = (id: number | null | undefined) =>
	id === null || id === undefined ? "" : String(id);

export interface Figures {
	amount: Big;
	gst: Big | undefined;
	tds: Big | undefined;
	netPayable: Big;
}

/** The figures of a draft as the service computes them; undefined until there is an amount. */
export function figuresOf(
	draft: AdvanceDraft,
	known: KnownValues,
): Figures | undefined {
	const read = readAmount({ text: draft.amount });
	if (!("amount" in read)) return undefined;
	const amount = new Big(read.amount);
	const gst = taxOn(amount, known.gst, draft.gstId);
	const tds = taxOn(amount, known.tds, draft.tdsId);
	return {
		amount,
		gst,
		tds,
		netPayable: amount.plus(gst ?? 0).minus(tds ?? 0),
	};
}

/** A percentage of the amount, or the rate itself, rounded half up to 2 places (spec 2.9). */
function taxOn(
	amount: Big,
	taxes: readonly Tax[],
	id: string,
): Big | undefined {
	const tax = taxes.find((one) => String(one.id) === id);
	if (!tax) return undefined;
	const exact =
		tax.rateType === "PERCENTAGE"
			? amount.times(tax.rate).div(100)
			: new Big(tax.rate);
	return exact.round(2, Big.roundHalfUp);
}

/** The body for a draft, or what is wrong with it. Only what cannot be sent at all is judged here. */
export function toBody(
	vendorId: string,
	draft: AdvanceDraft,
	known: KnownValues,
): AdvanceBody | Problems {
	const problems = new Map<string, string>();
	const read = readAmount({ text: draft.amount });
	if ("problem" in read) problems.set("/amount", `The amount ${read.problem}.`);
	else if (read.currency !== undefined && read.currency !== draft.currency)
		problems.set("/amount", `The amount is not in ${draft.currency}.`);
	const tags = new Map<string, { value: string | number }>();
	for (const [slug, text] of Object.entries(draft.tags)) {
		if (text === "") continue;
		const value = toTagValue(text, known.tags, slug);
		if (value === undefined)
			problems.set(`/tags/${slug}/value`, "This is not a number.");
		else tags.set(slug, { value });
	}
	const figures = figuresOf(draft, known);
	if (!figures || problems.size > 0) return problems;
	const { gst, tds } = figures;
	return {
		amount: figures.amount.toNumber(),
		vendorId,
		currency: draft.currency,
		...(gst && { gstId: Number(draft.gstId), gstAmount: gst.toNumber() }),
		...(tds && { tdsId: Number(draft.tdsId), tdsAmount: tds.toNumber() }),
		...(draft.orderId && { purchaseOrderLinkId: draft.orderId }),
		...(draft.narration && { narration: draft.narration }),
		...(draft.entityId && { orgEntity: Number(draft.entityId) }),
		...(tags.size > 0 && { tags: Object.fromEntries(tags) }),
	};
}

export const isBody = (made: AdvanceBody | Problems): made is AdvanceBody =>
	!(made instanceof Map);

function toTagValue(
	text: string,
	tags: readonly ListedTag[],
	slug: string,
): string | number | undefined {
	const type = tags.find(({ id }) => id === slug)?.type ?? "VARCHAR";
	if (type === "VARCHAR" || type === "DATETIME") return text;
	const number = Number(text);
	return Number.isFinite(number) ? number : undefined;
}

/** What the organization's policies require of an advance of this amount (spec 4.3 rule 6). */
export function requiredFor(
	{ policies }: Organization,
	amount: Amount | Big | undefined,
): { tags: ReadonlySet<string>; description: boolean; order: boolean } {
	const fields =
		amount === undefined
			? []
			: policies.submission
					.filter(
						({ minAmount, maxAmount }) =>
							(minAmount === undefined || new Big(amount).gte(minAmount)) &&
							(maxAmount === undefined || new Big(amount).lte(maxAmount)),
					)
					.flatMap(({ requiredFields }) => requiredFields);
	const has = (kind: (typeof fields)[number]["kind"]) =>
		fields.some((field) => field.kind === kind);
	return {
		tags: new Set(
			fields.flatMap(({ kind, slug }) => (kind === "TAG" ? slug : [])),
		),
		description: has("DESCRIPTION"),
		order: has("IDENTIFIER"),
	};
}
