import {
	type NamedVendor,
	toComparable,
} from "../../../client/src/payment-file/payments/vendors.ts";
import { count } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import { may, useSession } from "../service/session.ts";
import { answers, names, proposals, rows, vendorQuestions } from "./flow.ts";
import { openInvoicesMax } from "./names.ts";

/** Asks about vendors that the file does not name with certainty. */
export function NameQuestions() {
	const session = useSession();
	const { value: known } = names;
	if (!known || rows.value.length === 0) return null;
	return (
		<>
			{!may(session, "vendors:read") && vendorQuestions.value.length > 0 && (
				<p class="notice">
					You may not read the vendors. Use a file with invoice ids, or ask an
					administrator for the permission.
				</p>
			)}
			{vendorQuestions.value.length > 0 && <Vendors />}
			{proposals.value.length > 0 && <Proposals />}
			{known.isIncomplete && (
				<p class="notice">
					Only the latest {openInvoicesMax} open invoices were looked at for
					rows without a vendor.
				</p>
			)}
		</>
	);
}

function Vendors() {
	const known = names.value?.vendors ?? [];
	return (
		<section class="card question" aria-labelledby="vendors-title">
			<h2 tabIndex={-1} id="vendors-title">
				Which vendors are these?
			</h2>
			<p class="quiet">
				No vendor, or more than one, has the name or id in the file.
			</p>
			<ul class="pairs">
				{vendorQuestions.value.map(({ text, candidates, rows: number }) => {
					const key = toComparable(text);
					const offered =
						candidates.length > 0 ? candidates : bySimilarity(known, key);
					return (
						<li key={key}>
							<span>
								<Theirs text={text} />
								<span class="quiet small">{count(number, "row")}</span>
							</span>
							<select
								aria-label={`Vendor for ${text}`}
								value={answers.value.vendors.get(key) ?? ""}
								onChange={(event) => {
									const vendors = new Map(answers.value.vendors);
									vendors.set(key, event.currentTarget.value);
									answers.value = { ...answers.value, vendors };
								}}
							>
								<option value="">Not certain</option>
								{offered.map(({ vendorId, name }) => (
									<option key={vendorId} value={vendorId}>
										{name} ({vendorId})
									</option>
								))}
							</select>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

/** Names that begin like the text come first. */
const bySimilarity = (known: readonly NamedVendor[], text: string) =>
	known.toSorted(
		(one, other) =>
			countShared(toComparable(other.name), text) -
				countShared(toComparable(one.name), text) ||
			one.name.localeCompare(other.name),
	);

function countShared(one: string, other: string): number {
	let shared = 0;
	while (shared < one.length && one[shared] === other[shared]) shared += 1;
	return shared;
}

const shownMax = 100;

function Proposals() {
	const vendorNames = new Map(
		names.value?.vendors.map(({ vendorId, name }) => [vendorId, name]),
	);
	const { value: all } = proposals;
	return (
		<section class="card question" aria-labelledby="proposals-title">
			<h2 tabIndex={-1} id="proposals-title">
				Are these the vendors?
			</h2>
			<p class="quiet">
				{count(all.length, "row names", "rows name")} no vendor. For each, one
				open invoice has the number.
			</p>
			<ul class="pairs">
				{all.slice(0, shownMax).map(({ row, invoice }) => (
					<li key={row.number}>
						<span>
							<Theirs text={invoice.invoiceNumber} />
							<span class="quiet small">Row {row.number}</span>
						</span>
						<Theirs
							text={
								vendorNames.get(invoice.vendorId ?? "") ??
								invoice.vendorId ??
								"No vendor"
							}
						/>
					</li>
				))}
			</ul>
			{all.length > shownMax && (
				<p class="quiet">And {count(all.length - shownMax, "more row")}.</p>
			)}
			<label class="check">
				<input
					type="checkbox"
					checked={answers.value.confirmsProposals}
					onChange={(event) => {
						answers.value = {
							...answers.value,
							confirmsProposals: event.currentTarget.checked,
						};
					}}
				/>
				Yes, these are the vendors
			</label>
		</section>
	);
}
