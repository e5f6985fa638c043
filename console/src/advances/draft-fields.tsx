import type { Signal } from "@preact/signals";
import { SelectField, TextField } from "../parts/field.tsx";
import { formatAmount } from "../parts/money.tsx";
import { useSession } from "../service/session.ts";
import {
	type AdvanceDraft,
	figuresOf,
	type Problems,
	requiredFor,
} from "./advance-draft.ts";
import type { FormChoices } from "./form-choices.ts";
import { TagFields } from "./tag-fields.tsx";

/** The fields of an advance, each with the problem that concerns it. */
export function DraftFields({
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
