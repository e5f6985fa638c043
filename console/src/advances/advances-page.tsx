import type { ListedPaymentRequest } from "../../../client/src/generated/openapi.ts";
import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { requestStates } from "../approvals/request-states.ts";
import { FilterChoice, Filters, VendorFilter } from "../parts/filters.tsx";
import { Instant } from "../parts/instant.tsx";
import { VendorLink } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { By } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";

const filters = ["vendorId", "state"];

/** The advances to vendors, newest first. */
export function AdvancesPage() {
	const list = useList("/v1.0/payment/request", {
		vendorId: parameter("vendorId"),
		// Unchecked cast: the service refuses what is none.
		state: parameter("state") as ListedPaymentRequest["state"] | "",
	});
	return (
		<>
			<Heading title="Advances" />
			<Filters names={filters}>
				<VendorFilter />
				<FilterChoice
					name="state"
					label="State"
					options={Object.entries(requestStates)}
				/>
			</Filters>
			<ListCard
				title="Advances"
				what="the advances"
				list={list}
				keyOf={({ paymentRequestId }) => paymentRequestId}
				columns={columns}
			>
				<h2>There are no such advances</h2>
				<p class="quiet">An advance that somebody raises appears here.</p>
			</ListCard>
		</>
	);
}

const columns: readonly Column<ListedPaymentRequest>[] = [
	{
		name: "Vendor",
		kind: "head",
		cell: ({ vendorId }) => <VendorLink id={vendorId} />,
	},
	{
		name: "State",
		cell: ({ state }) => (
			<span class={`state ${state}`}>{requestStates[state] ?? state}</span>
		),
	},
	{
		name: "Net payable",
		kind: "money",
		cell: ({ tax, currency }) =>
			tax === null ? "–" : formatAmount(currency, tax.netPayable),
	},
	{
		name: "Who and when",
		kind: "wide",
		cell: ({ createdBy, createdAt }) => (
			<>
				<By who={createdBy} />
				<span class="quiet small">
					<Instant at={createdAt} />
				</span>
			</>
		),
	},
];
