import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { AdvanceUnknownError } from "../../../client/src/advances/create-vendor-advance.ts";
import { ApiError } from "../../../client/src/http/errors.ts";
import { FailureCard } from "../parts/failure-card.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { formatAmount } from "../parts/money.tsx";
import { type Failure, toFailure } from "../service/failure.ts";
import { Loaded, useLoad } from "../service/load.tsx";
import { useSession } from "../service/session.ts";
import {
	type AdvanceBody,
	type AdvanceDraft,
	figuresOf,
	isBody,
	type Problems,
	requiredFor,
	toBody,
} from "./advance-draft.ts";
import { FiguresCard } from "./figures-card.tsx";
import { type FormChoices, readChoices } from "./form-choices.ts";
import { TagFields } from "./tag-fields.tsx";

interface FormProperties {
	vendorId: string;
	vendorName: string;
	start: AdvanceDraft;
	/** The order that the advance holds already. */
	ownOrderId?: string | null;
	/** What the button does, such as "Raise the advance". */
	action: string;
	/** Why an earlier request with the same content failed. */
	before?: Failure | undefined;
	/** Whether the outcome of what was sent is not known, so that nothing else can be sent. */
	isLocked?: boolean;
	/** @throws The reason when the request was refused. */
	onSend: (body: AdvanceBody) => Promise<void>;
}

/** The form of an advance. What the service refuses is shown next to the field that it names. */
export function AdvanceForm(properties: FormProperties) {
	const session = useSession();
	const { vendorId, ownOrderId = null } = properties;
	const read = useLoad(`choices ${vendorId}`, () =>
		readChoices(session, { vendorId, ownOrderId }),
	);
	return (
		<Loaded of={read} what="what can be chosen">
			{(choices) => <LoadedForm choices={choices} {...properties} />}
		</Loaded>
	);
}

function LoadedForm({
	choices,
	vendorId,
	vendorName,
	start,
	action,
	before,
	isLocked = false,
	onSend,
}: FormProperties & { choices: FormChoices }) {
	const draft = useSignal(start);
	const problems = useSignal<Problems>(new Map());
	const failure = useSignal<Failure | undefined>(before);
	const isBusy = useSignal(false);
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [problems.value]);
	return (
		<form
			ref={form}
			class="parts"
			aria-label="Advance"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<fieldset class="card" disabled={isLocked || isBusy.value}>
				<legend class="visually-hidden">Advance</legend>
				<h2>
					To <bdi>{vendorName}</bdi>
				</h2>
				<DraftFields
					draft={draft}
					choices={choices}
					problems={problems.value}
				/>
			</fieldset>
			<div class="side">
				{failure.value && <FailureCard failure={failure.value} />}
				<FiguresCard draft={draft.value} choices={choices}>
					<p class="buttons">
						<button type="submit" class="primary" aria-disabled={isBusy.value}>
							{isBusy.value
								? "Sending…"
								: isLocked
									? "Find out whether it was raised"
									: action}
						</button>
					</p>
					{isBusy.value && <SlowAnswer />}
				</FiguresCard>
			</div>
		</form>
	);

	async function send() {
		if (isBusy.value) return;
		failure.value = undefined;
		const made = toBody(vendorId, draft.value, choices);
		problems.value = isBody(made) ? new Map() : made;
		if (!isBody(made)) return;
		isBusy.value = true;
		try {
			await onSend(made);
		} catch (error) {
			show(error);
		}
		isBusy.value = false;
	}

	function show(error: unknown) {
		if (error instanceof AdvanceUnknownError)
			failure.value = {
				kind: "OFFLINE",
				title: "It is not known yet whether the advance was raised",
				text: "The answer of the service was lost. Find out before anything else: it is never raised twice.",
				mayTryAgain: false,
			};
		else {
			const pointer = error instanceof ApiError ? error.pointer : null;
			const field =
				pointer &&
				form.current?.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
			if (field && error instanceof ApiError)
				problems.value = new Map([[pointer, error.message]]);
			else failure.value = toFailure(error);
		}
	}
}

/** Says that there is no reason to worry when the answer takes long. */
function SlowAnswer() {
	const isSlow = useSignal(false);
	useEffect(() => {
		const timer = setTimeout(() => {
			isSlow.value = true;
		}, 6_000);
		return () => clearTimeout(timer);
	}, []);
	return (
		<p class="quiet" role="status">
			{isSlow.value
				? "The service has not answered yet. This page finds out what became of the request, and never sends it twice. It may take a few minutes."
				: ""}
		</p>
	);
}

function DraftFields({
	draft,
	choices,
	problems,
}: {
	draft: Signal<AdvanceDraft>;
	choices: FormChoices;
	problems: Problems;
}) {
	const { organization } = useSession();
	const { value } = draft;
	const set = (name: keyof AdvanceDraft) => (text: string) => {
		draft.value = { ...draft.value, [name]: text };
	};
	const required = requiredFor(organization, figuresOf(value, choices)?.amount);
	const currencies = new Set([
		organization.baseCurrency,
		...organization.currencies,
	]);
	const needed = "Your organization needs it for this amount.";
	return (
		<>
			<div class="fields three">
				<div data-pointer="/amount">
					<TextField
						label="Amount before taxes"
						value={value.amount}
						isFocused={value.amount === ""}
						error={problems.get("/amount") ?? ""}
						onInput={set("amount")}
					/>
				</div>
				{currencies.size > 1 && (
					<div data-pointer="/currency">
						<SelectField
							label="Currency"
							value={value.currency}
							options={[...currencies].map((one) => [one, one])}
							error={problems.get("/currency") ?? ""}
							onChange={set("currency")}
						/>
					</div>
				)}
				{choices.gst.length > 0 && (
					<SelectField
						label="GST, added"
						value={value.gstId}
						options={[["", "None"], ...choices.gst.map(toOption)]}
						onChange={set("gstId")}
					/>
				)}
				{choices.tds.length > 0 && (
					<SelectField
						label="TDS, deducted"
						value={value.tdsId}
						options={[["", "None"], ...choices.tds.map(toOption)]}
						onChange={set("tdsId")}
					/>
				)}
			</div>
			<div data-pointer="/purchaseOrderLinkId">
				<OrderField
					choices={choices}
					value={value.orderId}
					hint={required.order ? needed : undefined}
					error={problems.get("/purchaseOrderLinkId") ?? ""}
					onChange={set("orderId")}
				/>
			</div>
			<div data-pointer="/narration">
				<TextField
					label="Narration"
					value={value.narration}
					isLong
					hint={
						required.description
							? `What it is for. ${needed}`
							: "What it is for. Approvers read it."
					}
					error={problems.get("/narration") ?? ""}
					onInput={set("narration")}
				/>
			</div>
			{choices.entities.length > 1 && (
				<div data-pointer="/orgEntity">
					<SelectField
						label="Entity"
						value={value.entityId || String(choices.entities[0]?.id)}
						options={choices.entities.map(({ id, name, gstin }) => [
							String(id),
							gstin ? `${name}, ${gstin}` : name,
						])}
						error={problems.get("/orgEntity") ?? ""}
						onChange={set("entityId")}
					/>
				</div>
			)}
			<TagFields
				tags={choices.tags}
				values={value.tags}
				required={required.tags}
				neededText={needed}
				problems={problems}
				onChange={(slug, text) => {
					draft.value = {
						...draft.value,
						tags: { ...value.tags, [slug]: text },
					};
				}}
			/>
		</>
	);
}

const toOption = ({ id, name }: { id: number; name: string }) =>
	[String(id), name] as const;

/** One of the vendor's orders that can take an advance. */
function OrderField({
	choices: { orders, hasMoreOrders },
	value,
	...properties
}: {
	choices: FormChoices;
	value: string;
	hint: string | undefined;
	error: string;
	onChange: (poId: string) => void;
}) {
	const { organization } = useSession();
	const isListed = value === "" || orders.some(({ poId }) => poId === value);
	return (
		<SelectField
			label="Purchase order"
			value={value}
			options={[
				["", "None"],
				...(isListed ? [] : [[value, value] as const]),
				...orders.map(
					({ poId, poNumber, amount, currency }) =>
						[
							poId,
							`${poNumber ?? poId}, ${formatAmount(currency ?? organization.baseCurrency, amount)}`,
						] as const,
				),
			]}
			{...properties}
			hint={
				properties.hint ??
				(hasMoreOrders
					? "Not all orders of the vendor are listed: open the page of the order to raise the advance on it."
					: undefined)
			}
		/>
	);
}
