import { type Amount, formatAmount } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";

interface Change {
	from: unknown;
	to: unknown;
}

const labels: Readonly<Record<string, string>> = {
	amount: "Amount",
	gstAmount: "GST",
	tdsAmount: "TDS",
	gstId: "GST rate",
	tdsId: "TDS rate",
	currency: "Currency",
	narration: "Narration",
	purchaseOrderLinkId: "Purchase order",
	orgEntity: "Entity",
};

const amounts = ["amount", "gstAmount", "tdsAmount"];
/** The values of these are ids. The list only says that they changed, and the request shows the new values. */
const ids = ["gstId", "tdsId", "purchaseOrderLinkId", "orgEntity"];

/** Lists what was changed before a request was submitted again. */
export function ChangesView({
	changes,
	currency,
}: {
	changes: object;
	currency: string | null;
}) {
	// Unchecked cast: a resubmission's changes have this shape (approvals A6).
	const { tags = {}, ...own } = changes as Record<string, Change> & {
		tags?: Record<string, unknown>;
	};
	const show = (name: string, value: unknown) => {
		if (value === null || value === undefined) return "none";
		return amounts.includes(name)
			? formatAmount(currency, value as Amount)
			: String(value);
	};
	return (
		<ul class="changes">
			{Object.entries(own).map(([name, { from, to }]) => (
				<li key={name}>
					{labels[name] ?? name}
					{ids.includes(name) ? (
						" changed"
					) : (
						<>
							: <Theirs text={show(name, from)} /> →{" "}
							<Theirs text={show(name, to)} />
						</>
					)}
				</li>
			))}
			{Object.keys(tags).map((slug) => (
				<li key={slug}>
					<Theirs text={slug} /> changed
				</li>
			))}
		</ul>
	);
}
