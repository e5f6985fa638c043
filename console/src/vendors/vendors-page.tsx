import type { Vendor } from "../../../client/src/generated/openapi.ts";
import { parameter } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { FilterField, Filters } from "../parts/filters.tsx";
import { LinkTo } from "../parts/links.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";

/** The vendors from which the organization buys, the latest first. */
export function VendorsPage() {
	const text = parameter("search");
	const search = text === "" ? undefined : { text, textsOf };
	const list = useList("/v1.0/vendor", {}, { search });
	return (
		<>
			<Heading title="Vendors" />
			<Filters names={["search"]}>
				<FilterField name="search" label="Name, id, GSTIN or email" />
			</Filters>
			<ListCard
				title="Vendors"
				what="the vendors"
				list={list}
				columns={columns}
				keyOf={({ vendorId }) => vendorId}
			>
				{search ? (
					<>
						<h2>
							No vendor has “<Theirs text={text} />”
						</h2>
						<p class="quiet">
							A part of the name, the id, the GSTIN or the email is enough.
						</p>
					</>
				) : (
					<>
						<h2>There are no vendors yet</h2>
						<p class="quiet">
							Your systems create them over the API, or an administrator imports
							them with an organization file.
						</p>
					</>
				)}
			</ListCard>
		</>
	);
}

const textsOf = ({ vendorId, name, gstin, email }: Vendor) => [
	vendorId,
	name,
	gstin ?? "",
	email ?? "",
];

const columns: readonly Column<Vendor>[] = [
	{
		name: "Name",
		kind: "head",
		cell: ({ vendorId, name }) => (
			<LinkTo kind="vendor" id={vendorId} text={name} />
		),
	},
	{
		name: "Id",
		cell: ({ vendorId }) => <Theirs text={vendorId} />,
	},
	{
		name: "GSTIN",
		isNamed: true,
		cell: ({ gstin }) => gstin ?? <span class="quiet none">–</span>,
	},
	{
		name: "Email",
		kind: "wide",
		cell: ({ email }) =>
			email ? <Theirs text={email} /> : <span class="quiet none">–</span>,
	},
];
