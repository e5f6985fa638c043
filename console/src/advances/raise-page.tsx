import { useSignal } from "@preact/signals";
import { navigate, parameter, setParameters } from "../app/address.ts";
import { Heading } from "../app/heading.tsx";
import { BackTo } from "../parts/back-to.tsx";
import { addressOf } from "../parts/links.tsx";
import { VendorField } from "../parts/vendor-field.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import {
	may,
	mayRaiseAdvances,
	type Session,
	useSession,
} from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { type AdvanceDraft, draftOfBody, emptyDraft } from "./advance-draft.ts";
import { AdvanceForm } from "./advance-form.tsx";
import { OpenAttemptCard } from "./open-attempt-card.tsx";
import {
	findOpenAttempt,
	type OpenAttempt,
	raiseAdvance,
} from "./raise-advance.ts";

/** Raises an advance for a vendor or on an order. The address names the vendor or the order. */
export function RaisePage() {
	const session = useSession();
	const vendorId = parameter("vendorId");
	const orderId = parameter("order");
	/** A request that was sent before this page was loaded, and whose outcome is not known. */
	const open = useSignal<OpenAttempt | undefined>(findOpenAttempt(session));
	const notRaised = useSignal<Start | undefined>(undefined);
	const onRaised = (id: string) =>
		navigate(`${session.base}${addressOf("advance", id)}`, { replaces: true });
	return (
		<>
			<BackTo section="advances" name="Advances" />
			<Heading title="Raise an advance" />
			{content()}
		</>
	);

	function content() {
		if (!mayRaiseAdvances(session))
			return (
				<p class="card">
					Advances are for admins and bookkeepers of an organization that has
					them. They need the permission payments:request.
				</p>
			);
		if (open.value) {
			const { body } = open.value;
			return (
				<OpenAttemptCard
					attempt={open.value}
					onRaised={onRaised}
					onNotRaised={(failure) => {
						const start = draftOfBody(session.organization, body);
						notRaised.value = { start, failure };
						open.value = undefined;
						setParameters({ vendorId: body.vendorId, order: "" });
					}}
				/>
			);
		}
		if (orderId !== "")
			return <ForOrder orderId={orderId} onRaised={onRaised} />;
		if (vendorId === "") return <ChooseVendor />;
		const start = notRaised.value ?? {
			start: emptyDraft(session.organization, ""),
			failure: undefined,
		};
		return <ForVendor vendorId={vendorId} {...start} onRaised={onRaised} />;
	}
}

interface Start {
	start: AdvanceDraft;
	/** Why an earlier request failed. */
	failure: Failure | undefined;
}

function ChooseVendor() {
	const session = useSession();
	const vendorId = useSignal("");
	const error = useSignal("");
	const isBusy = useSignal(false);
	const goOn = async () => {
		if (isBusy.value) return;
		isBusy.value = true;
		error.value = await findProblem(session, vendorId.value);
		isBusy.value = false;
		if (error.value === "") setParameters({ vendorId: vendorId.value });
	};
	return (
		<form
			class="card"
			onSubmit={(event) => {
				event.preventDefault();
				void goOn();
			}}
		>
			<h2>To whom?</h2>
			<div class="fields">
				<VendorField
					label="Vendor"
					value=""
					isFocused
					error={error.value}
					onInput={(id) => {
						vendorId.value = id;
						error.value = "";
					}}
				/>
			</div>
			<div class="buttons">
				<button type="submit" class="primary" aria-disabled={isBusy.value}>
					Go on
				</button>
			</div>
		</form>
	);
}

/** @returns What is wrong with a vendor's id; "" when nothing is, or this person may not look it up. */
async function findProblem(
	session: Session,
	vendorId: string,
): Promise<string> {
	if (vendorId === "") return "Choose a vendor.";
	if (!may(session, "vendors:read")) return "";
	try {
		await session.client.getVendor(vendorId);
		return "";
	} catch (error) {
		const failure = toFailure(error);
		return failure.kind === "NOT_FOUND"
			? "No vendor has this name or id."
			: `${failure.title}. ${failure.text}`;
	}
}

interface Raised {
	onRaised: (paymentRequestId: string) => void;
}

function ForOrder({ orderId, onRaised }: { orderId: string } & Raised) {
	const { client, organization } = useSession();
	const read = useLoad(`order ${orderId}`, (signal) =>
		client.getPurchaseOrder(orderId, { signal }),
	);
	return (
		<Loaded of={read} what="the purchase order">
			{({ vendorId }) =>
				vendorId === null ? (
					<p class="card">
						The order names no vendor: an advance cannot be raised on it.
					</p>
				) : (
					<ForVendor
						vendorId={vendorId}
						start={emptyDraft(organization, orderId)}
						failure={undefined}
						onRaised={onRaised}
					/>
				)
			}
		</Loaded>
	);
}

function ForVendor({
	vendorId,
	start,
	failure,
	onRaised,
}: { vendorId: string } & Start & Raised) {
	const session = useSession();
	const isLocked = useSignal(false);
	return (
		<AdvanceForm
			vendorId={vendorId}
			vendorName={useVendorName(vendorId)}
			start={start}
			before={failure}
			action="Raise the advance"
			isLocked={isLocked.value}
			onSend={async (body) => {
				try {
					const open = findOpenAttempt(session);
					onRaised((await raiseAdvance(session, body, open)).paymentRequestId);
				} catch (error) {
					isLocked.value = findOpenAttempt(session) !== undefined;
					throw error;
				}
			}}
		/>
	);
}
