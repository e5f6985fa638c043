import type { Vendor } from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { type Column, ListCard } from "../parts/list-card.tsx";
import { Theirs } from "../parts/texts.tsx";
import { useList } from "../service/list.ts";

/** The vendors of the organization. */
export function VendorsPage() {
	const list = useList("/v1.0/vendor", {});
	return (
		<>
			<Heading title="Vendors" />
			<ListCard
				title="Vendors"
				what="the vendors"
				list={list}
				keyOf={({ vendorId }) => vendorId}
				columns={columns}
			>
				<h2>There are no vendors yet</h2>
				<p class="quiet">
					Your systems create them over the API, or an administrator imports
					them with an organization file.
				</p>
			</ListCard>
		</>
	);
}

const columns: readonly Column<Vendor>[] = [
	{ name: "Name", kind: "head", cell: ({ name }) => <Theirs text={name} /> },
	{
		name: "Id",
		kind: "wide",
		cell: ({ vendorId }) => <Theirs text={vendorId} />,
	},
	{ name: "GSTIN", kind: "wide", cell: ({ gstin }) => gstin ?? "–" },
	{
		name: "Email",
		kind: "wide",
		cell: ({ email }) => <Theirs text={email ?? "–"} />,
	},
];
