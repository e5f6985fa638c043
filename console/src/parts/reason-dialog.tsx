import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";

/** A question that asks for a reason, which is recorded. */
export function ReasonDialog({
	title,
	yes,
	label = "Reason",
	charactersMax = 500,
	isBusy,
	onYes,
	onBack,
	children,
}: {
	title: string;
	yes: string;
	label?: string;
	charactersMax?: number;
	isBusy: boolean;
	onYes: (reason: string) => void;
	onBack: () => void;
	children: ComponentChildren;
}) {
	const reason = useSignal("");
	const error = useSignal("");
	return (
		<Dialog title={title} onClose={isBusy ? () => {} : onBack}>
			{children}
			<form
				onSubmit={(event) => {
					event.preventDefault();
					const text = reason.value.trim();
					const { length } = [...text];
					error.value =
						length === 0
							? "Say why: the reason is recorded."
							: length > charactersMax
								? `The reason has ${length} characters. It may have ${charactersMax}.`
								: "";
					if (error.value === "" && !isBusy) onYes(text);
				}}
			>
				<TextField
					label={label}
					value={reason.value}
					error={error.value}
					isFocused
					onInput={(text) => {
						reason.value = text;
						error.value = "";
					}}
				/>
				<div class="buttons">
					<button type="submit" class="danger" aria-disabled={isBusy}>
						{isBusy ? "Sending…" : yes}
					</button>
					<button type="button" onClick={onBack} aria-disabled={isBusy}>
						Back
					</button>
				</div>
			</form>
		</Dialog>
	);
}
