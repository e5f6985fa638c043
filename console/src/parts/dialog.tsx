import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** A question in front of the page. Escape and the button "Back" close it. */
export function Dialog({
	title,
	onClose,
	children,
}: {
	title: string;
	onClose: () => void;
	children: ComponentChildren;
}) {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const element = dialog.current;
		const before = document.activeElement;
		element?.showModal();
		return () => {
			element?.close();
			if (before instanceof HTMLElement && before.isConnected) before.focus();
		};
	}, []);
	return (
		<dialog
			ref={dialog}
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
		>
			<h2 id={id}>{title}</h2>
			{children}
		</dialog>
	);
}

/** One question before something happens. The focus is on "Back", so that a key that is held down does nothing. */
export const Confirm = ({
	title,
	yes,
	isDanger = false,
	isBusy = false,
	onYes,
	onBack,
	children,
}: {
	title: string;
	yes: string;
	isDanger?: boolean;
	isBusy?: boolean;
	onYes: () => void;
	onBack: () => void;
	children: ComponentChildren;
}) => (
	<Dialog title={title} onClose={isBusy ? () => {} : onBack}>
		{children}
		<div class="buttons">
			<button
				type="button"
				class={isDanger ? "danger" : "primary"}
				aria-disabled={isBusy}
				onClick={() => !isBusy && onYes()}
			>
				{isBusy ? "Sending…" : yes}
			</button>
			<button type="button" onClick={onBack} aria-disabled={isBusy} autoFocus>
				Back
			</button>
		</div>
	</Dialog>
);
