import { useSignal } from "@preact/signals";
import type { PaymentRequest } from "../../../client/src/generated/openapi.ts";
import { VersionMismatchError } from "../../../client/src/http/errors.ts";
import { navigate } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { addressOf } from "../parts/links.tsx";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { draftOf } from "./advance-draft.ts";
import { AdvanceForm } from "./advance-form.tsx";

/** Submits an advance again that was returned for changes. */
export function ResubmitPage({ id }: { id: string }) {
	const { client, base } = useSession();
	const read = useLoad(`resubmit ${id}`, (signal) =>
		client.getPaymentRequest(id, { signal }),
	);
	const done = () =>
		navigate(`${base}${addressOf("advance", id)}`, { replaces: true });
	return (
		<>
			<BackTo section={addressOf("advance", id).slice(1)} name="The advance" />
			<Heading title="Change and submit again" />
			<Loaded of={read} what="the advance">
				{(request) =>
					request.state === "PENDING_RESUBMISSION" && request.round !== null ? (
						<Resubmit request={request} onDone={done} />
					) : (
						<p class="card">
							Only an advance that was returned for changes can be submitted
							again.
						</p>
					)
				}
			</Loaded>
		</>
	);
}

function Resubmit({
	request,
	onDone,
}: {
	request: PaymentRequest;
	onDone: () => void;
}) {
	const { client, organization } = useSession();
	const { paymentRequestId, vendorId, purchaseOrderLinkId } = request;
	const version = useSignal(request.version);
	return (
		<AdvanceForm
			vendorId={vendorId}
			vendorName={useVendorName(vendorId)}
			start={draftOf(organization, request)}
			ownOrderId={purchaseOrderLinkId}
			action="Submit again"
			onSend={async (body) => {
				try {
					await client.resubmitPaymentRequest(paymentRequestId, body, {
						ifVersion: version.value,
					});
					onDone();
				} catch (error) {
					if (error instanceof VersionMismatchError)
						version.value = (
							await client.getPaymentRequest(paymentRequestId)
						).version;
					throw error;
				}
			}}
		/>
	);
}
