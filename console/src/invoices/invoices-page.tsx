import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { FilterField, Filters, VendorFilter } from "../parts/filters.tsx";
import { formatDay, today } from "../parts/instant.tsx";
import { VendorLink } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";
import { useSession } from "../service/session.ts";

const tabs = [
	["PAY", "To pay"],
	["OVERDUE", "Overdue"],
	["ALL", "All"],
] as const;

const filters = ["vendorId", "invoiceNumber", "dueBefore"];

/** The invoices of the organization. */
export function InvoicesPage() {
	const { organization } = useSession();
	const tab = currentTab("show", tabs);
	const list = useList("/v1.0/invoice", {
		vendorId: parameter("vendorId"),
		invoiceNumber: parameter("invoiceNumber"),
		dueBefore:
			tab === "OVERDUE" ? today(organization.timezone) : parameter("dueBefore"),
		...(tab !== "ALL" && { open: "true" }),
		...(tab === "PAY" && { state: "APPROVED" }),
	});
	return (
		<>
			<Heading title="Invoices" />
			<Tabs label="Which invoices" name="show" tabs={tabs} current={tab} />
			<Filters names={filters}>
				<VendorFilter />
				<FilterField name="invoiceNumber" label="Number" />
				{tab !== "OVERDUE" && (
					<FilterField name="dueBefore" label="Due before" type="date" />
				)}
			</Filters>
			<ListCard
				title="Invoices"
				what="the invoices"
				list={list}
				keyOf={({ id }) => id}
				columns={columns}
			>
				<h2>There are no such invoices</h2>
				<p class="quiet">Invoices that your systems create appear here.</p>
			</ListCard>
		</>
	);
}

const columns: readonly Column<Invoice>[] = [
	{
		name: "Number",
		kind: "head",
		cell: ({ id, invoiceNumber }) => <Theirs text={invoiceNumber ?? id} />,
	},
	{
		name: "Vendor",
		kind: "wide",
		cell: ({ vendorId }) =>
			vendorId === null ? "–" : <VendorLink id={vendorId} />,
	},
	{
		name: "Due on",
		cell: ({ dueDate }) => (dueDate === null ? "–" : formatDay(dueDate)),
	},
	{
		name: "Due",
		kind: "money",
		cell: ({ due, currency }) => formatAmount(currency, due),
	},
];
