import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { LinkTo, VendorLink } from "../parts/links.tsx";
import type { Column } from "../parts/list-card.tsx";
import { Due, DueDate, InvoiceState } from "./invoice-state.tsx";

const number: Column<Invoice> = {
	name: "Number",
	kind: "head",
	cell: ({ id, invoiceNumber }) => (
		<LinkTo kind="invoice" id={id} text={invoiceNumber} />
	),
};

const vendor: Column<Invoice> = {
	name: "Vendor",
	kind: "wide",
	cell: ({ vendorId }) =>
		vendorId === null ? (
			<span class="quiet none">–</span>
		) : (
			<VendorLink id={vendorId} />
		),
};

const rest: readonly Column<Invoice>[] = [
	{ name: "State", cell: (invoice) => <InvoiceState invoice={invoice} /> },
	{
		name: "Due on",
		kind: "day",
		cell: (invoice) => <DueDate invoice={invoice} />,
	},
	{ name: "Due", kind: "money", cell: (invoice) => <Due invoice={invoice} /> },
];

/** How lists show invoices. */
export const invoiceColumns: readonly Column<Invoice>[] = [
	number,
	vendor,
	...rest,
];

/** The columns on the page of a vendor, which need not name the vendor. */
export const invoiceColumnsOfVendor: readonly Column<Invoice>[] = [
	number,
	...rest,
];
