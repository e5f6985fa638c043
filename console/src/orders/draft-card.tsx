import { useSignal } from "@preact/signals";
import { Big } from "big.js";
import type {
	PurchaseOrder,
	SubmitWarnings,
} from "../../../client/src/generated/openapi.ts";
import {
	ApiError,
	ConflictError,
	VersionMismatchError,
} from "../../../client/src/http/errors.ts";
import { Confirm } from "../parts/dialog.tsx";
import { FailureCard } from "../parts/failure-card.tsx";
import { TextField } from "../parts/field.tsx";
import { joinWords } from "../parts/money.tsx";
import { Theirs } from "../parts/texts.tsx";
import { VendorField } from "../parts/vendor-field.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { useSession } from "../service/session.ts";

type OrderField = SubmitWarnings["po"][number];

const labels: Readonly<Record<OrderField, string>> = {
	vendorId: "Vendor",
	description: "Description",
	paymentTerms: "Payment terms",
};

/** Finds what the order lacks for its activation (spec 3.1), in the form in which the service says it. */
export function findGaps(order: PurchaseOrder): SubmitWarnings {
	// Unchecked cast: the keys are those of the object above.
	const fields = Object.keys(labels) as OrderField[];
	const lines = order.lineItems.flatMap((line) => {
		const missing = (["quantity", "rate"] as const).filter((field) =>
			new Big(line[field]).lte(0),
		);
		return missing.length > 0 ? [[line.identifier, missing] as const] : [];
	});
	return {
		po: fields.filter((field) => !order[field]),
		lineItems: Object.fromEntries(lines),
	};
}

/** Shows what a draft still lacks, with a field for what can be filled in here, and activates the draft. */
export function DraftCard({
	order,
	mayChange,
	reload,
}: {
	order: PurchaseOrder;
	mayChange: boolean;
	reload: () => void;
}) {
	const { client } = useSession();
	const gaps = findGaps(order);
	const lines = Object.entries(gaps.lineItems);
	const texts = useSignal<Partial<Record<OrderField, string>>>({});
	const state = useSignal<"IDLE" | "ASKING" | "SENDING">("IDLE");
	const failure = useSignal<Failure | undefined>(undefined);
	const error = useSignal<{ field: OrderField; text: string } | undefined>(
		undefined,
	);
	/** An order from an organization file has no lines, so that it cannot be completed here. */
	const isOfFile = order.lineItems.length === 0;
	const isComplete = gaps.po.length === 0 && lines.length === 0;
	return (
		<section class="card draft" aria-labelledby="draft-title">
			<h2 id="draft-title">
				{isOfFile
					? "This draft came with an organization file"
					: isComplete
						? "This draft has everything that it needs"
						: "What this draft still lacks"}
			</h2>
			{isOfFile && (
				<p class="quiet">
					It has no lines yet. It can be activated once your other system has
					sent its lines and everything else that an order needs.
				</p>
			)}
			{lines.length > 0 && (
				<ul class="gaps">
					{lines.map(([identifier, fields]) => (
						<li key={identifier}>
							Line <Theirs text={identifier} />:{" "}
							{joinWords(fields.map((field) => `${field} above 0`))}
						</li>
					))}
				</ul>
			)}
			{failure.value && <FailureCard failure={failure.value} />}
			{!mayChange && gaps.po.length > 0 && !isOfFile && (
				<p>{joinWords(gaps.po.map((field) => labels[field]))}</p>
			)}
			{mayChange && !isOfFile && (
				<form
					onSubmit={(event) => {
						event.preventDefault();
						state.value = "ASKING";
					}}
				>
					{gaps.po.length > 0 && (
						<div class="fields">
							{gaps.po.map((field) => (
								<GapField
									key={field}
									field={field}
									value={texts.value[field] ?? ""}
									error={error.value?.field === field ? error.value.text : ""}
									onInput={(text) => {
										texts.value = { ...texts.value, [field]: text };
										error.value = undefined;
									}}
								/>
							))}
						</div>
					)}
					{lines.length > 0 && (
						<p class="quiet">
							Lines are changed where they were entered, over the API.
						</p>
					)}
					<div class="buttons">
						<button type="submit" class="primary">
							Activate
						</button>
					</div>
				</form>
			)}
			{state.value !== "IDLE" && (
				<Confirm
					title="Activate this order?"
					yes="Yes, activate"
					isBusy={state.value === "SENDING"}
					onYes={() => void activate()}
					onBack={() => {
						state.value = "IDLE";
					}}
				>
					<p>
						An order that is active can no longer be changed. An advance can
						then be raised on it.
					</p>
				</Confirm>
			)}
		</section>
	);

	async function activate() {
		state.value = "SENDING";
		failure.value = undefined;
		error.value = undefined;
		try {
			const filled = Object.entries(texts.value).filter(([, text]) => text);
			const answer = await client.updatePurchaseOrder(
				order.poId,
				{ ...Object.fromEntries(filled), state: "ACTIVE" },
				{ ifVersion: order.version },
			);
			if (answer.submitWarnings)
				failure.value = toRefusal(answer.submitWarnings);
			// What was filled in is stored, even if the order is still a draft.
			if (answer.version !== order.version) reload();
		} catch (reason) {
			show(reason);
		}
		state.value = "IDLE";
	}

	function show(reason: unknown) {
		const pointer = reason instanceof ApiError ? reason.pointer : null;
		const field = gaps.po.find((one) => pointer === `/${one}`);
		if (field && reason instanceof ApiError)
			error.value = { field, text: reason.message };
		else failure.value = toFailure(reason);
		const isOther =
			reason instanceof VersionMismatchError || reason instanceof ConflictError;
		// The order was changed or activated meanwhile, perhaps by this request, whose answer was lost.
		if (isOther) reload();
	}
}

const GapField = ({
	field,
	...properties
}: {
	field: OrderField;
	value: string;
	error: string;
	onInput: (text: string) => void;
}) =>
	field === "vendorId" ? (
		<VendorField label={labels.vendorId} {...properties} />
	) : (
		<TextField label={labels[field]} {...properties} />
	);

const toRefusal = ({ po, lineItems }: SubmitWarnings): Failure => ({
	kind: "REFUSED",
	title: "It is still a draft",
	text: `It lacks ${joinWords([
		...po,
		...Object.entries(lineItems).map(
			([identifier, fields]) =>
				`${joinWords(fields)} of the line ${identifier}`,
		),
	])}.`,
	mayTryAgain: false,
});
