import type { ListedPaymentRequest } from "../../../client/src/generated/openapi.ts";
import { requestStates } from "../approvals/request-states.ts";
import { Instant } from "../parts/instant.tsx";
import { LinkTo } from "../parts/links.tsx";
import type { Column } from "../parts/list-card.tsx";
import { formatAmount } from "../parts/money.tsx";
import { By, Theirs } from "../parts/texts.tsx";
import { useVendorName } from "../service/vendor-names.ts";

type Advance = ListedPaymentRequest;

/** How a list shows advances. */
export const advanceColumns = ({
	isOfVendor = false,
} = {}): readonly Column<Advance>[] => [
	{
		name: isOfVendor ? "Advance" : "Vendor",
		kind: "head",
		cell: (advance) =>
			isOfVendor ? (
				<LinkTo
					kind="advance"
					id={advance.paymentRequestId}
					text={advance.narration || "Without a narration"}
				/>
			) : (
				<Payee advance={advance} />
			),
	},
	{
		name: "State",
		cell: ({ state }) => (
			<span class={`state ${state}`}>{requestStates[state]}</span>
		),
	},
	{
		name: "Requested",
		kind: "wide",
		cell: ({ createdBy, createdAt }) => (
			<>
				{createdBy ? <By who={createdBy} /> : "An organization file"}{" "}
				<span class="quiet small">
					<Instant at={createdAt} />
				</span>
			</>
		),
	},
	{
		name: "Net payable",
		kind: "money",
		cell: ({ tax, currency }) =>
			tax ? (
				formatAmount(currency, tax.netPayable)
			) : (
				<span class="quiet">–</span>
			),
	},
];

function Payee({
	advance: { paymentRequestId, vendorId, narration },
}: {
	advance: Advance;
}) {
	return (
		<>
			<LinkTo
				kind="advance"
				id={paymentRequestId}
				text={useVendorName(vendorId)}
			/>
			{narration && (
				<span class="quiet small narration">
					<Theirs text={narration} />
				</span>
			)}
		</>
	);
}
