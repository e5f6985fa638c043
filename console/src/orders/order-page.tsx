import type { PurchaseOrder } from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { formatDay, Instant } from "../parts/instant.tsx";
import { VendorLink } from "../parts/links.tsx";
import { Field, Fields, RecordPage } from "../parts/record.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import {
	may,
	mayRaiseAdvances,
	type Session,
	useSession,
} from "../service/session.ts";
import { type NamedTag, readTaxNames, tagReader } from "../service/tags.ts";
import { DraftCard } from "./draft-card.tsx";
import { LinkedAdvance } from "./linked-advance.tsx";
import { OrderAmount, OrderState } from "./order-columns.tsx";
import { type Line, OrderLines } from "./order-lines.tsx";

/** A purchase order with what people want to know about it. */
export interface ShownOrder {
	order: PurchaseOrder;
	tags: readonly NamedTag[];
	lines: readonly Line[];
}

/** The page of a purchase order: what it says, its lines, what a draft lacks, and the advance that holds it. */
export function OrderPage({ id }: { id: string }) {
	const session = useSession();
	const read = useLoad(`order ${id}`, (signal) =>
		readOrder(session, id, signal),
	);
	return (
		<>
			<BackTo section="orders" name="Purchase orders" />
			{read.kind !== "READY" && <Heading title="Purchase order" />}
			<Loaded of={read} what="the purchase order">
				{(shown, reload) => <OneOrder shown={shown} reload={reload} />}
			</Loaded>
		</>
	);
}

async function readOrder(
	session: Session,
	id: string,
	signal: AbortSignal,
): Promise<ShownOrder> {
	const order = await session.client.getPurchaseOrder(id, { signal });
	const toTags = tagReader(session);
	const hasTaxes = order.lineItems.some(({ taxId }) => taxId !== null);
	const taxes = hasTaxes
		? await readTaxNames(session, "listGstTaxes")
		: new Map<number, string>();
	return {
		order,
		tags: await toTags(order.tags),
		lines: await Promise.all(
			order.lineItems.map(async (item) => ({
				item,
				taxName: item.taxId === null ? undefined : taxes.get(item.taxId),
				tags: await toTags(item.tags),
			})),
		),
	};
}

function OneOrder({
	shown: { order, tags, lines },
	reload,
}: {
	shown: ShownOrder;
	reload: () => void;
}) {
	const session = useSession();
	const { poId, state, linkedPaymentRequestId } = order;
	const takesAdvance =
		state === "APPROVED" &&
		order.matchingState === "UNMATCHED" &&
		linkedPaymentRequestId === null;
	return (
		<RecordPage
			kind="Purchase order"
			title={order.poNumber ?? poId}
			focusOn={`${poId} ${state}`}
			state={<OrderState state={state} />}
			actions={
				takesAdvance &&
				mayRaiseAdvances(session) && (
					<a
						class="button primary"
						href={`${session.base}/advances?raise=1&order=${encodeURIComponent(poId)}`}
					>
						Raise an advance
					</a>
				)
			}
		>
			{state === "DRAFTED" && (
				<DraftCard
					order={order}
					mayChange={may(session, "procurement:write")}
					reload={reload}
				/>
			)}
			{linkedPaymentRequestId !== null && (
				<LinkedAdvance id={linkedPaymentRequestId} order={order} />
			)}
			<OrderFields order={order} tags={tags} />
			<OrderLines order={order} lines={lines} />
		</RecordPage>
	);
}

const types = { GOODS: "Goods", SERVICES: "Services" } as const;

const matchings = {
	TWO_WAY: "Order and invoice",
	THREE_WAY: "Order, invoice and goods receipt",
} as const;

const matchingStates = {
	UNMATCHED: "Not matched yet",
	PARTIALLY_MATCHED: "Partly matched",
	MATCHED: "Matched",
} as const;

const OrderFields = ({
	order,
	tags,
}: {
	order: PurchaseOrder;
	tags: readonly NamedTag[];
}) => (
	<Fields>
		<Field label="Vendor">
			{order.vendorId !== null && <VendorLink id={order.vendorId} />}
		</Field>
		<Field label="Amount">
			<b>
				<OrderAmount order={order} />
			</b>
		</Field>
		<Field label="Date">{order.poDate && <Day day={order.poDate} />}</Field>
		<Field label="Delivery">
			{order.deliveryDate && <Day day={order.deliveryDate} />}
		</Field>
		<Field label="Type">{order.poType && types[order.poType]}</Field>
		<Field label="Matched by">
			{order.matchingType && matchings[order.matchingType]}
		</Field>
		<Field label="Invoices">{matchingStates[order.matchingState]}</Field>
		<Field label="GSTIN">{order.gstin}</Field>
		{tags.map(({ name, value }) => (
			<Field key={name} label={<Theirs text={name} />}>
				<Theirs text={value} />
			</Field>
		))}
		<Field label="Description" isWide>
			<Text text={order.description} />
		</Field>
		<Field label="Payment terms" isWide>
			<Text text={order.paymentTerms} />
		</Field>
		{order.termsAndConditions && (
			<Field label="Terms and conditions" isWide>
				<Text text={order.termsAndConditions} />
			</Field>
		)}
		{order.additionalNotes && (
			<Field label="Notes" isWide>
				<Text text={order.additionalNotes} />
			</Field>
		)}
		{order.externalId !== null && (
			<Field label="Id in your other system">
				<Theirs text={order.externalId} />
			</Field>
		)}
		<Field label="Created">
			<Instant at={order.createdAt} />
			{order.createdBy && (
				<>
					{" "}
					by <By who={order.createdBy} />
				</>
			)}
		</Field>
		{order.updatedAt !== order.createdAt && (
			<Field label="Changed">
				<Instant at={order.updatedAt} />
				{order.updatedBy && (
					<>
						{" "}
						by <By who={order.updatedBy} />
					</>
				)}
			</Field>
		)}
	</Fields>
);

const Day = ({ day }: { day: string }) => (
	<time dateTime={day}>{formatDay(day)}</time>
);

/** A text of any length, in the direction of its own script. */
const Text = ({ text }: { text: string | null }) =>
	text ? (
		<span class="long-text" dir="auto">
			{text}
		</span>
	) : (
		<span class="quiet">–</span>
	);
