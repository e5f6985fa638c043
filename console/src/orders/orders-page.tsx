import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { FilterField, Filters, VendorFilter } from "../parts/filters.tsx";
import { ListCard } from "../parts/list-card.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { useList } from "../service/list.ts";
import { orderColumns } from "./order-columns.tsx";

const tabs = [
	["ALL", "All"],
	["DRAFTED", "Drafts"],
	["APPROVED", "Approved"],
	["ACTIVE", "Active"],
] as const;

const filters = ["vendorId", "poNumber"];

/** The purchase orders of the organization, newest first. */
export function OrdersPage() {
	const tab = currentTab("state", tabs);
	const [vendorId = "", poNumber = ""] = filters.map(parameter);
	const list = useList("/v1.0/procurement/purchase-order", {
		state: tab === "ALL" ? "" : tab,
		vendorId,
		poNumber,
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
				columns={orderColumns()}
				keyOf={({ poId }) => poId}
			>
				{tab === "ALL" && vendorId + poNumber === "" ? (
					<>
						<h2>There are no purchase orders yet</h2>
						<p class="quiet">
							Your systems create purchase orders over the API. A draft can be
							activated here once it has everything that it needs.
						</p>
					</>
				) : (
					<>
						<h2>There are no such purchase orders</h2>
						<p class="quiet">
							{poNumber === ""
								? "Choose another view or another vendor."
								: "Enter the whole number of the order, as it is written there."}
						</p>
					</>
				)}
			</ListCard>
		</>
	);
}
