import type { ComponentChildren } from "preact";
import { advanceColumns } from "../advances/advance-columns.tsx";
import { parameter } from "../app/address.ts";
import { invoiceColumnsOfVendor } from "../invoices/invoice-columns.tsx";
import { useInvoiceCurrency } from "../invoices/invoice-state.tsx";
import { orderColumns } from "../orders/order-columns.tsx";
import { ListCard } from "../parts/list-card.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useList } from "../service/list.ts";
import { may, type Permission, useSession } from "../service/session.ts";

interface Tab {
	name: string;
	permissions: readonly Permission[];
	List: (properties: { vendorId: string }) => ComponentChildren;
}

/** What belongs to a vendor, with a tab for each kind of record that this person may see. */
export function VendorRecords({ vendorId }: { vendorId: string }) {
	const session = useSession();
	const allowed = Object.entries(tabs).filter(([, { permissions }]) =>
		may(session, ...permissions),
	);
	const found = allowed.find(([id]) => id === parameter("show")) ?? allowed[0];
	if (!found) return null;
	const [current, tab] = found;
	return (
		<>
			<Tabs
				label="What belongs to the vendor"
				name="show"
				tabs={allowed.map(([id, { name }]) => [id, name] as const)}
				current={current}
			/>
			<tab.List key={current} vendorId={vendorId} />
		</>
	);
}

const tabs: Readonly<Record<string, Tab>> = {
	invoices: {
		name: "Open invoices",
		permissions: ["invoices:read"],
		List: OpenInvoices,
	},
	advances: {
		name: "Advances",
		permissions: ["payments:read"],
		List: ({ vendorId }) => (
			<ListCard
				title="Advances"
				what="the advances"
				list={useList("/v1.0/payment/request", { vendorId })}
				columns={advanceColumns({ isOfVendor: true })}
				keyOf={({ paymentRequestId }) => paymentRequestId}
			>
				<h2>There are no advances</h2>
				<p class="quiet">
					An advance is a request to pay a vendor before there is an invoice.
				</p>
			</ListCard>
		),
	},
	orders: {
		name: "Orders",
		permissions: ["procurement:read"],
		List: ({ vendorId }) => (
			<ListCard
				title="Purchase orders"
				what="the purchase orders"
				list={useList("/v1.0/procurement/purchase-order", { vendorId })}
				columns={orderColumns({ isOfVendor: true })}
				keyOf={({ poId }) => poId}
			>
				<h2>There are no purchase orders</h2>
				<p class="quiet">Nothing was ordered from this vendor.</p>
			</ListCard>
		),
	},
};

function OpenInvoices({ vendorId }: { vendorId: string }) {
	const currencyOf = useInvoiceCurrency();
	return (
		<ListCard
			title="Open invoices"
			what="the open invoices"
			list={useList("/v1.0/invoice", { vendorId, open: "true" })}
			columns={invoiceColumnsOfVendor}
			keyOf={({ id }) => id}
			amountOf={(invoice) => ({
				currency: currencyOf(invoice),
				amount: invoice.due,
			})}
			amountText="due"
		>
			<h2>No invoice is open</h2>
			<p class="quiet">Nothing is due to this vendor.</p>
		</ListCard>
	);
}
