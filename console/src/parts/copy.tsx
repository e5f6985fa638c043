import { useSignal } from "@preact/signals";

/** A text that is to be sent to somebody, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
	const isCopied = useSignal(false);
	return (
		<div class="copy">
			<input
				readOnly
				aria-label={label}
				value={text}
				onFocus={(event) => event.currentTarget.select()}
			/>
			<button
				type="button"
				onClick={async () => {
					await navigator.clipboard.writeText(text);
					isCopied.value = true;
				}}
			>
				{isCopied.value ? "Copied" : "Copy"}
			</button>
			<span class="visually-hidden" role="status">
				{isCopied.value ? "Copied" : ""}
			</span>
		</div>
	);
}
