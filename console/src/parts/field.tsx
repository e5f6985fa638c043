import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/**
 * A field with its label, a hint and an error. Room for the error is kept free, so that nothing moves under the finger
 * when an error appears.
 */
export function TextField({
	label,
	value,
	hint,
	error = "",
	type = "text",
	isLong = false,
	isFocused = false,
	onInput,
}: {
	label: ComponentChildren;
	value: string;
	hint?: ComponentChildren;
	error?: string | undefined;
	type?: "text" | "date";
	isLong?: boolean;
	isFocused?: boolean;
	onInput: (value: string) => void;
}) {
	const id = useId();
	const properties = {
		id,
		value,
		"aria-invalid": error !== "",
		"aria-describedby": `${id}-hint ${id}-error`,
		autoFocus: isFocused,
		onInput: (event: { currentTarget: { value: string } }) =>
			onInput(event.currentTarget.value),
	};
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{hint && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{isLong ? (
				<textarea rows={3} {...properties} />
			) : type === "date" ? (
				<input type="date" {...properties} />
			) : (
				<input type="text" autocomplete="off" {...properties} />
			)}
			<p class="error" id={`${id}-error`} role={error ? "alert" : undefined}>
				{error || "\u00a0"}
			</p>
		</div>
	);
}

/** A choice among a few things, with its label, a hint and an error. */
export function SelectField({
	label,
	value,
	options,
	hint,
	error = "",
	onChange,
}: {
	label: ComponentChildren;
	value: string;
	options: readonly (readonly [value: string, text: string])[];
	hint?: ComponentChildren;
	error?: string;
	onChange: (value: string) => void;
}) {
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{hint && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			<select
				id={id}
				value={value}
				aria-invalid={error !== ""}
				aria-describedby={`${id}-hint ${id}-error`}
				onChange={(event) => onChange(event.currentTarget.value)}
			>
				{options.map(([one, text]) => (
					<option key={one} value={one}>
						{text}
					</option>
				))}
			</select>
			<p class="error" id={`${id}-error`} role={error ? "alert" : undefined}>
				{error || "\u00a0"}
			</p>
		</div>
	);
}
