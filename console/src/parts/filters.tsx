import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { parameter, setParameter, setParameters } from "../app/address.ts";
import { may, useSession } from "../service/session.ts";
import { useVendorNames } from "../service/vendor-names.ts";

/** The filters of a list. They are in the address, so that a filtered list can be bookmarked. */
export function Filters({
	names,
	children,
}: {
	/** The parameters that "Clear" removes. */
	names: readonly string[];
	children: ComponentChildren;
}) {
	const isSet = names.some((name) => parameter(name) !== "");
	return (
		<search>
			<form class="filters" onSubmit={(event) => event.preventDefault()}>
				{children}
				{isSet && (
					<button
						type="button"
						class="link"
						onClick={() =>
							setParameters(Object.fromEntries(names.map((one) => [one, ""])))
						}
					>
						Clear
					</button>
				)}
			</form>
		</search>
	);
}

/** A text, a day or a whole number that a filter compares. It takes effect with Enter, or when the field is left. */
export function FilterField({
	name,
	label,
	error = "",
	type = "text",
}: {
	name: string;
	label: string;
	/** Why what was typed has no effect. */
	error?: string;
	type?: "text" | "date";
}) {
	const draft = useDraft(parameter(name));
	const id = useId();
	const properties = {
		id,
		"aria-invalid": error !== "",
		"aria-describedby": `${id}-error`,
		value: draft.value,
		onInput: (event: { currentTarget: { value: string } }) => {
			draft.value = event.currentTarget.value;
		},
		onChange: (event: { currentTarget: { value: string } }) =>
			setParameter(name, event.currentTarget.value.trim()),
	};
	return (
		<div class="filter">
			<label for={id}>{label}</label>
			{type === "date" ? (
				<input type="date" {...properties} />
			) : (
				<input type="text" autocomplete="off" {...properties} />
			)}
			<FilterError id={id} text={error} />
		</div>
	);
}

export function FilterChoice({
	name,
	label,
	options,
}: {
	name: string;
	label: string;
	options: readonly (readonly [value: string, text: string])[];
}) {
	const id = useId();
	return (
		<div class="filter">
			<label for={id}>{label}</label>
			<select
				id={id}
				value={parameter(name)}
				onChange={(event) => setParameter(name, event.currentTarget.value)}
			>
				<option value="">All</option>
				{options.map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
		</div>
	);
}

/** A filter by vendor, typed as a name or an id. The address has the id. */
export function VendorFilter({ name = "vendorId" }: { name?: string }) {
	const session = useSession();
	const vendors = useVendorNames();
	const id = useId();
	const { value: names } = vendors.names;
	const chosen = parameter(name);
	const draft = useDraft(names.get(chosen) ?? chosen);
	const error = useSignal("");
	const mayRead = may(session, "vendors:read");
	useEffect(() => {
		if (!mayRead) return;
		void vendors.readAll();
		if (chosen !== "") void vendors.want(chosen);
	}, [vendors, chosen]);
	const choose = (text: string) => {
		error.value = "";
		const found = findVendors(names, text);
		const [one, other] = found;
		if (one !== undefined && other === undefined) setParameter(name, one);
		else if (other !== undefined)
			error.value = `${found.length} vendors have this name: enter the id of one.`;
		else if (mayRead && !vendors.isIncomplete.value && text !== "")
			error.value = "No vendor has this name or id.";
		// The text may be the id of a vendor that was not read.
		else setParameter(name, text);
	};
	return (
		<div class="filter">
			<label for={id}>Vendor</label>
			<input
				id={id}
				list={`${id}-names`}
				autocomplete="off"
				placeholder={mayRead ? "Name or id" : "Id"}
				value={draft.value}
				aria-invalid={error.value !== ""}
				aria-describedby={`${id}-error`}
				onInput={(event) => {
					draft.value = event.currentTarget.value;
				}}
				onChange={(event) => choose(event.currentTarget.value.trim())}
			/>
			<datalist id={`${id}-names`}>
				{[...names].map(([vendorId, text]) => (
					<option key={vendorId} value={text} label={vendorId} />
				))}
			</datalist>
			<FilterError id={id} text={error.value} />
		</div>
	);
}

const FilterError = ({ id, text }: { id: string; text: string }) => (
	<p class="error" id={`${id}-error`} role={text ? "alert" : undefined}>
		{text}
	</p>
);

/** Vendors with this id or, regardless of case, this name. */
export function findVendors(names: ReadonlyMap<string, string>, text: string) {
	if (names.has(text)) return [text];
	const wanted = text.toLowerCase();
	return [...names]
		.filter(([, name]) => name.toLowerCase() === wanted)
		.map(([id]) => id);
}

/** The text that is being typed. If the value in the address changes, that value replaces it. */
function useDraft(value: string) {
	const draft = useSignal(value);
	useEffect(() => {
		draft.value = value;
	}, [value]);
	return draft;
}
