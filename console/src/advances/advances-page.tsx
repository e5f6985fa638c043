import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { Filters, VendorFilter } from "../parts/filters.tsx";
import { ListCard } from "../parts/list-card.tsx";
import { currentTab, Tabs } from "../parts/tabs.tsx";
import { useList } from "../service/list.ts";
import { mayRaiseAdvances, useSession } from "../service/session.ts";
import { advanceColumns } from "./advance-columns.tsx";
import { RaisePage } from "./raise-page.tsx";

const tabs = [
	["ALL", "All"],
	["PENDING", "Waiting for approval"],
	["PENDING_RESUBMISSION", "Returned"],
	["APPROVED", "Approved"],
	["REJECTED", "Rejected"],
	["CANCELLED", "Cancelled"],
] as const;

/** The advances to vendors, newest first, or the form that raises one. */
export const AdvancesPage = () =>
	parameter("raise") === "" ? <Advances /> : <RaisePage />;

function Advances() {
	const session = useSession();
	const tab = currentTab("state", tabs);
	const vendorId = parameter("vendorId");
	const list = useList("/v1.0/payment/request", {
		state: tab === "ALL" ? "" : tab,
		vendorId,
	});
	const mayRaise = mayRaiseAdvances(session);
	const address = new URLSearchParams({
		raise: "1",
		...(vendorId && { vendorId }),
	});
	return (
		<>
			<Heading title="Advances">
				{mayRaise && (
					<a
						class="button primary"
						href={`${session.base}/advances?${address}`}
					>
						Raise an advance
					</a>
				)}
			</Heading>
			<Tabs label="Which advances" name="state" tabs={tabs} current={tab} />
			<Filters names={["vendorId"]}>
				<VendorFilter />
			</Filters>
			<ListCard
				title="Advances"
				what="the advances"
				list={list}
				columns={advanceColumns()}
				keyOf={({ paymentRequestId }) => paymentRequestId}
			>
				<h2>
					{tab === "ALL" && vendorId === ""
						? "There are no advances yet"
						: "There are no such advances"}
				</h2>
				<p class="quiet">
					An advance is a request to pay a vendor before there is an invoice.
					{mayRaise && " You raise one here, or on the page of an order."}
				</p>
			</ListCard>
		</>
	);
}
