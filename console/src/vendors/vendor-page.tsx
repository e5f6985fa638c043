import { useSignal } from "@preact/signals";
import type { Vendor } from "../../../client/src/generated/openapi.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { Instant } from "../parts/instant.tsx";
import { Field, Fields, RecordPage } from "../parts/record.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { may, mayRaiseAdvances, useSession } from "../service/session.ts";
import { useVendorNames } from "../service/vendor-names.ts";
import { VendorForm } from "./vendor-form.tsx";
import { vendorLabels, vendorProperties } from "./vendor-labels.ts";
import { VendorRecords } from "./vendor-records.tsx";

/** The page of a vendor: what is owed to it, what was advanced to it, and what was ordered from it. */
export function VendorPage({ id }: { id: string }) {
	const { client } = useSession();
	const names = useVendorNames();
	const read = useLoad(`vendor ${id}`, async (signal) => {
		const vendor = await client.getVendor(id, { signal });
		names.note([vendor]);
		return vendor;
	});
	return (
		<>
			<BackTo section="vendors" name="Vendors" />
			{read.kind !== "READY" && <Heading title="Vendor" />}
			<Loaded of={read} what="the vendor">
				{(vendor, reload) => <OneVendor vendor={vendor} reload={reload} />}
			</Loaded>
		</>
	);
}

function OneVendor({ vendor, reload }: { vendor: Vendor; reload: () => void }) {
	const session = useSession();
	const isChanging = useSignal(false);
	const { vendorId, name } = vendor;
	return (
		<>
			<RecordPage
				kind="Vendor"
				title={name}
				focusOn={vendorId}
				state={null}
				actions={
					<>
						{may(session, "vendors:write") && !isChanging.value && (
							<button
								type="button"
								onClick={() => {
									isChanging.value = true;
								}}
							>
								Change
							</button>
						)}
						{mayRaiseAdvances(session) && (
							<a
								class="button primary"
								href={`${session.base}/advances?raise=1&vendorId=${encodeURIComponent(vendorId)}`}
							>
								Raise an advance
							</a>
						)}
					</>
				}
			>
				{isChanging.value ? (
					<VendorForm
						vendor={vendor}
						onClose={(hasChanged) => {
							isChanging.value = false;
							if (hasChanged) reload();
						}}
					/>
				) : (
					<VendorFields vendor={vendor} />
				)}
			</RecordPage>
			<VendorRecords vendorId={vendorId} />
		</>
	);
}

const VendorFields = ({ vendor }: { vendor: Vendor }) => (
	<Fields>
		{vendorProperties.map((property) => (
			<Field key={property} label={vendorLabels[property]}>
				{vendor[property] && <Theirs text={vendor[property]} />}
			</Field>
		))}
		<Field label="Id">
			<Theirs text={vendor.vendorId} />
		</Field>
		<Field label="Added">
			<Instant at={vendor.createdAt} />
			{vendor.createdBy && (
				<>
					{" "}
					by <By who={vendor.createdBy} />
				</>
			)}
		</Field>
		{vendor.updatedAt !== vendor.createdAt && (
			<Field label="Changed">
				<Instant at={vendor.updatedAt} />
				{vendor.updatedBy && (
					<>
						{" "}
						by <By who={vendor.updatedBy} />
					</>
				)}
			</Field>
		)}
	</Fields>
);
