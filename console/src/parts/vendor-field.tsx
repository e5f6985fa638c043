import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { may, useSession } from "../service/session.ts";
import { useVendorNames } from "../service/vendor-names.ts";
import { findVendors } from "./filters.tsx";

/** A field for a vendor, by name or id. Its value is the id. A text that names no known vendor is taken for an id. */
export function VendorField({
	label,
	value,
	error = "",
	isFocused = false,
	onInput,
}: {
	label: ComponentChildren;
	/** The vendor's id. */
	value: string;
	error?: string;
	isFocused?: boolean;
	onInput: (vendorId: string) => void;
}) {
	const vendors = useVendorNames();
	const mayRead = may(useSession(), "vendors:read");
	const id = useId();
	const { value: names } = vendors.names;
	const text = useSignal(names.get(value) ?? value);
	useEffect(() => {
		if (mayRead) void vendors.readAll();
	}, [vendors]);
	const found = findVendors(names, text.value.trim());
	const [one, other] = found;
	const meant = other === undefined ? (one ?? text.value.trim()) : "";
	// The names may arrive after the text was typed.
	useEffect(() => {
		if (meant !== value) onInput(meant);
	}, [meant]);
	const ambiguous =
		found.length > 1
			? `${found.length} vendors have this name: enter the id of one.`
			: "";
	const shown = ambiguous || error;
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<input
				id={id}
				list={`${id}-names`}
				autocomplete="off"
				placeholder={mayRead ? "Name or id" : "Id"}
				value={text.value}
				autoFocus={isFocused}
				aria-invalid={shown !== ""}
				aria-describedby={`${id}-error`}
				onInput={(event) => {
					text.value = event.currentTarget.value;
				}}
			/>
			<datalist id={`${id}-names`}>
				{[...names].map(([vendorId, name]) => (
					<option key={vendorId} value={name} label={vendorId} />
				))}
			</datalist>
			<p class="error" id={`${id}-error`} role={shown ? "alert" : undefined}>
				{shown || "\u00a0"}
			</p>
		</div>
	);
}
