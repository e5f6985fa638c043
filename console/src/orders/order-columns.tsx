import type { ListedPurchaseOrder } from "../../../client/src/generated/openapi.ts";
import { formatDay } from "../parts/instant.tsx";
import { LinkTo, VendorLink } from "../parts/links.tsx";
import type { Column } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useSession } from "../service/session.ts";

type Order = ListedPurchaseOrder;

const stateTexts: Readonly<Record<Order["state"], string>> = {
	DRAFTED: "Draft",
	APPROVED: "Approved",
	ACTIVE: "Active",
};

export const OrderState = ({ state }: Pick<Order, "state">) => (
	<span class={`state ${state}`}>{stateTexts[state]}</span>
);

/** The amount of an order. An order from an organization file names no currency, and is in the organization's own. */
export function OrderAmount({
	order,
}: {
	order: Pick<Order, "currency" | "amount">;
}) {
	const { organization } = useSession();
	return (
		<>
			{formatAmount(order.currency ?? organization.baseCurrency, order.amount)}
		</>
	);
}

/** How a list shows orders. */
export const orderColumns = ({
	isOfVendor = false,
} = {}): readonly Column<Order>[] => [
	{
		name: "Number",
		kind: "head",
		cell: ({ poId, poNumber, description }) => (
			<>
				<LinkTo kind="order" id={poId} text={poNumber} />
				{description && (
					<span class="quiet small narration">
						<Theirs text={description} />
					</span>
				)}
			</>
		),
	},
	...(isOfVendor
		? []
		: [
				{
					name: "Vendor",
					kind: "wide",
					cell: ({ vendorId }: Order) =>
						vendorId === null ? (
							<span class="quiet">No vendor</span>
						) : (
							<VendorLink id={vendorId} />
						),
				} as const,
			]),
	{ name: "State", cell: ({ state }) => <OrderState state={state} /> },
	{
		name: "Date",
		isNamed: true,
		cell: ({ poDate }) =>
			poDate === null ? (
				<span class="quiet none">–</span>
			) : (
				<time dateTime={poDate}>{formatDay(poDate)}</time>
			),
	},
	{
		name: "Advance",
		isNamed: true,
		cell: ({ linkedPaymentRequestId: id }) =>
			id === null ? (
				<span class="quiet none">–</span>
			) : (
				<LinkTo kind="advance" id={id} text="Linked" />
			),
	},
	{
		name: "Amount",
		kind: "money",
		cell: (order) => <OrderAmount order={order} />,
	},
];
