import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
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

/** A text, a day or a whole number that a filter compares. */
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
	const draft = useDraft(parameter(name), (text) => setFilter(name, text));
	const id = useId();
	const properties = {
		id,
		"aria-invalid": error !== "",
		"aria-describedby": `${id}-error`,
		...draft,
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
	const error = useSignal("");
	const draft = useDraft(
		names.get(chosen) ?? chosen,
		(text, isTyped) => void choose(text, isTyped),
	);
	const mayRead = may(session, "vendors:read");
	useEffect(() => {
		if (!mayRead) return;
		void vendors.readAll();
		if (chosen !== "") void vendors.want(chosen);
	}, [vendors, chosen]);
	return (
		<div class="filter">
			<label for={id}>Vendor</label>
			<input
				id={id}
				list={`${id}-names`}
				autocomplete="off"
				placeholder={mayRead ? "Name or id" : "Id"}
				aria-invalid={error.value !== ""}
				aria-describedby={`${id}-error`}
				{...draft}
			/>
			<datalist id={`${id}-names`}>
				{[...names].map(([vendorId, text]) => (
					<option key={vendorId} value={text} label={vendorId} />
				))}
			</datalist>
			<FilterError id={id} text={error.value} />
		</div>
	);

	/** A part of a name is no mistake while it is being typed, and no id of a vendor that was not read. */
	async function choose(text: string, isTyped: boolean) {
		error.value = "";
		const { pathname } = location;
		if (mayRead) await vendors.readAll();
		// The page was left while the names were read.
		if (location.pathname !== pathname) return;
		const found = findVendors(vendors.names.value, text);
		const [one, other] = found;
		if (one !== undefined && other === undefined) setFilter(name, one);
		else if (other !== undefined)
			error.value = `${found.length} vendors have this name: enter the id of one.`;
		else if (
			text === "" ||
			!mayRead ||
			(vendors.isIncomplete.value && !isTyped)
		)
			setFilter(name, text);
		else if (!isTyped) error.value = "No vendor has this name or id.";
	}
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

/** The button to go back undoes a filter at once, however often it was changed. */
const setFilter = (name: string, value: string) =>
	setParameter(name, value, { replaces: parameter(name) !== "" });

const pauseMilliseconds = 500;

/**
 * The text that is being typed. It takes effect a moment after the last key, and at once with Enter or when the field is
 * left. If the value in the address changes, that value replaces it.
 */
function useDraft(
	value: string,
	/** `isTyped`: it may be a part only. */
	count: (text: string, isTyped: boolean) => void,
) {
	const draft = useSignal(value);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	const stop = () => {
		clearTimeout(timer.current);
		timer.current = undefined;
	};
	useEffect(() => {
		const isTyping = timer.current !== undefined;
		if (!isTyping && draft.value.trim() !== value) draft.value = value;
	}, [value]);
	const { current: path } = useRef(location.pathname);
	const settle = (isTyped: boolean) => {
		stop();
		// A field also loses the focus when the address has become that of another page.
		if (location.pathname === path) count(draft.value.trim(), isTyped);
	};
	return {
		value: draft.value,
		onInput(event: { currentTarget: { value: string } }) {
			draft.value = event.currentTarget.value;
			stop();
			timer.current = setTimeout(() => settle(true), pauseMilliseconds);
		},
		onChange: () => settle(false),
	};
}
