import type { ListedPurchaseOrder } from "../../../client/src/generated/openapi.ts";
import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { FilterField, Filters, VendorFilter } from "../parts/filters.tsx";
import { formatDay } from "../parts/instant.tsx";
import { VendorLink } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";

const tabs = [
	["ALL", "All"],
	["DRAFTED", "Drafts"],
	["APPROVED", "Approved"],
] as const;

const filters = ["vendorId", "poNumber"];

/** The purchase orders of the organization, newest first. */
export function OrdersPage() {
	const tab = currentTab("state", tabs);
	const list = useList("/v1.0/procurement/purchase-order", {
		state: tab === "ALL" ? "" : tab,
		vendorId: parameter("vendorId"),
		poNumber: parameter("poNumber"),
	});
	return (
		<>
			<Heading title="Purchase orders" />
			<Tabs label="Which orders" name="state" tabs={tabs} current={tab} />
			<Filters names={filters}>
				<VendorFilter />
				<FilterField name="poNumber" label="Number" />
			</Filters>
			<ListCard
				title="Purchase orders"
				what="the purchase orders"
				list={list}
				keyOf={({ poId }) => poId}
				columns={columns}
			>
				<h2>There are no such purchase orders</h2>
				<p class="quiet">
					Your systems create purchase orders over the API. They appear here.
				</p>
			</ListCard>
		</>
	);
}

const columns: readonly Column<ListedPurchaseOrder>[] = [
	{
		name: "Number",
		kind: "head",
		cell: ({ poId, poNumber }) => <Theirs text={poNumber ?? poId} />,
	},
	{
		name: "Vendor",
		kind: "wide",
		cell: ({ vendorId }) =>
			vendorId === null ? "–" : <VendorLink id={vendorId} />,
	},
	{
		name: "State",
		cell: ({ state }) => <span class={`state ${state}`}>{state}</span>,
	},
	{
		name: "Date",
		cell: ({ poDate }) => (poDate === null ? "–" : formatDay(poDate)),
	},
	{
		name: "Amount",
		kind: "money",
		cell: ({ amount, currency }) => formatAmount(currency, amount),
	},
];
