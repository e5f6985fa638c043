import type { PurchaseOrder } from "../../../client/src/generated/openapi.ts";
import { requestStates } from "../approvals/request-states.ts";
import { LinkTo } from "../parts/links.tsx";
import { formatAmount } from "../parts/money.tsx";
import { By } from "../parts/texts.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { may, useSession } from "../service/session.ts";

/** Shows the advance that holds an order. */
export function LinkedAdvance({
	id,
	order,
}: {
	id: string;
	order: PurchaseOrder;
}) {
	const session = useSession();
	const mayRead = may(session, "payments:read", "payments:approve");
	return (
		<section class="card" aria-labelledby="linked-title">
			<h2 id="linked-title">Advance on this order</h2>
			{mayRead ? (
				<Advance id={id} order={order} />
			) : (
				<p class="quiet">
					An advance holds the order. You need payments:read to see it.
				</p>
			)}
		</section>
	);
}

function Advance({ id, order }: { id: string; order: PurchaseOrder }) {
	const { client } = useSession();
	const read = useLoad(`advance ${id} ${order.version}`, (signal) =>
		client.getPaymentRequest(id, { signal }),
	);
	return (
		<Loaded of={read} what="the advance">
			{({ state, tax, currency, createdBy }) => (
				<p class="linked">
					<LinkTo
						kind="advance"
						id={id}
						text={tax ? formatAmount(currency, tax.netPayable) : "The advance"}
					/>
					<span class={`state ${state}`}>{requestStates[state]}</span>
					{createdBy && (
						<span class="quiet">
							requested by <By who={createdBy} />
						</span>
					)}
				</p>
			)}
		</Loaded>
	);
}
