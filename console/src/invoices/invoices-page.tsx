import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { useChoice } from "../parts/choice.ts";
import { FilterField, Filters, VendorFilter } from "../parts/filters.tsx";
import { today } from "../parts/instant.tsx";
import { ListCard } from "../parts/list-card.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { useList } from "../service/list.ts";
import type { FiltersOf } from "../service/list-types.ts";
import { may, useSession } from "../service/session.ts";
import { CreateRun } from "./create-run.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { isPayable, useInvoiceCurrency } from "./invoice-state.tsx";

const tabs = [
	["PAY", "To pay"],
	["OVERDUE", "Overdue"],
	["ALL", "All"],
] as const;

type Tab = (typeof tabs)[number][0];

const filterNames = ["vendorId", "invoiceNumber", "dueBefore"];

/** The invoices of the organization. Some can be chosen and paid together. */
export function InvoicesPage() {
	const { organization } = useSession();
	const tab = currentTab("show", tabs);
	const vendorId = parameter("vendorId");
	const invoiceNumber = parameter("invoiceNumber");
	const lacksVendor = invoiceNumber !== "" && vendorId === "";
	const filters: FiltersOf<"/v1.0/invoice"> = {
		vendorId,
		invoiceNumber: lacksVendor ? "" : invoiceNumber,
		dueBefore:
			tab === "OVERDUE" ? today(organization.timezone) : parameter("dueBefore"),
		open: tab === "ALL" ? "" : "true",
	};
	return (
		<>
			<Heading title="Invoices" />
			<Tabs label="Which invoices" name="show" tabs={tabs} current={tab} />
			<Filters names={filterNames}>
				<VendorFilter />
				<FilterField
					name="invoiceNumber"
					label="Number"
					error={
						lacksVendor
							? "Say which vendor's: a number is looked up for one vendor."
							: ""
					}
				/>
				{tab !== "OVERDUE" && (
					<FilterField name="dueBefore" label="Due before" type="date" />
				)}
			</Filters>
			<InvoiceList key={JSON.stringify(filters)} tab={tab} filters={filters} />
		</>
	);
}

function InvoiceList({
	tab,
	filters,
}: {
	tab: Tab;
	filters: FiltersOf<"/v1.0/invoice">;
}) {
	const session = useSession();
	const currencyOf = useInvoiceCurrency();
	const choice = useChoice<Invoice>(idOf, (invoice) =>
		isPayable(invoice)
			? `Choose ${invoice.invoiceNumber ?? invoice.id}`
			: undefined,
	);
	const list = useList("/v1.0/invoice", filters);
	const isFiltered = filterNames.some((name) => parameter(name) !== "");
	return (
		<>
			<ListCard
				title="Invoices"
				what="the invoices"
				list={list}
				keyOf={idOf}
				columns={invoiceColumns}
				amountOf={(invoice) => ({
					currency: currencyOf(invoice),
					amount: invoice.due,
				})}
				amountText="due"
				choice={may(session, "payments:prepare") ? choice : undefined}
			>
				<NoInvoices tab={tab} isFiltered={isFiltered} />
			</ListCard>
			{choice.items.length > 0 && <CreateRun invoices={choice.items} />}
		</>
	);
}

const idOf = ({ id }: Invoice) => id;

function NoInvoices({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }) {
	if (isFiltered)
		return (
			<>
				<h2>No invoice is like this</h2>
				<p class="quiet">Change or clear the filters above.</p>
			</>
		);
	const [title, text] = {
		PAY: [
			"Nothing is to be paid",
			"Invoices of which something is due appear here. Those that are paid or void are under “All”.",
		],
		OVERDUE: [
			"Nothing is overdue",
			"Invoices whose due date has passed, and of which something is due, appear here.",
		],
		ALL: [
			"There are no invoices yet",
			"Your systems create invoices over the API, or an administrator imports them with an organization file.",
		],
	}[tab];
	return (
		<>
			<h2>{title}</h2>
			<p class="quiet">{text}</p>
		</>
	);
}
