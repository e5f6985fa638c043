import { useSignal } from "@preact/signals";
import { Confirm } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import type { Decision } from "./request.ts";

const noteMax = 1_000;

const decisions = [
	["APPROVE", "Approve", "primary"],
	["RETURN", "Return", "secondary"],
	["REJECT", "Reject", "danger"],
] as const satisfies readonly (readonly [Decision, string, string])[];

const verbs: Readonly<Record<Decision, string>> = {
	APPROVE: "Approve",
	RETURN: "Return for changes",
	REJECT: "Reject",
};

/** Says what each decision means, so that nobody takes it by mistake. */
const consequences: Readonly<Record<Decision, string>> = {
	APPROVE: "Your approval cannot be withdrawn.",
	RETURN:
		"It goes back to the requester with your note. No other approver can decide until it is submitted again.",
	REJECT: "This is final for all approvers: it cannot be submitted again.",
};

/** What is wrong with a note; empty when nothing is. */
export function noteProblem(text: string, decision: Decision): string {
	const { length } = [...text];
	if (length > noteMax)
		return `The note has ${length.toLocaleString("en")} characters. It may have ${noteMax.toLocaleString("en")}.`;
	return text === "" && decision !== "APPROVE"
		? "Say what has to change, or why you reject it."
		: "";
}

/**
 * The three decisions, with one question before a decision is sent. The question has a field for the note, which an
 * approval does not need. The buttons stay at the edge of a phone's screen.
 */
export function DecisionForm({
	subject,
	draft = "",
	isBusy,
	onDecide,
}: {
	/** Such as "₹ 1,61,999.50 to Steel Traders". */
	subject: string;
	/** A note that was written before. */
	draft?: string;
	isBusy: boolean;
	onDecide: (decision: Decision, note: string) => void;
}) {
	const asked = useSignal<Decision | undefined>(undefined);
	const note = useSignal(draft);
	const error = useSignal("");
	const { value: decision } = asked;
	const send = () => {
		if (!decision) return;
		const text = note.value.trim();
		error.value = noteProblem(text, decision);
		if (error.value !== "") {
			document.querySelector<HTMLElement>("dialog textarea")?.focus();
			return;
		}
		asked.value = undefined;
		onDecide(decision, text);
	};
	return (
		<div class="decide-buttons">
			{decisions.map(([one, label, look]) => (
				<button
					key={one}
					type="button"
					class={look}
					aria-disabled={isBusy}
					onClick={() => {
						if (isBusy) return;
						error.value = "";
						asked.value = one;
					}}
				>
					{label}
				</button>
			))}
			{decision && (
				<Confirm
					title={`${verbs[decision]}: ${subject}?`}
					yes={`Yes, ${verbs[decision].toLowerCase()}`}
					isDanger={decision === "REJECT"}
					isBusy={isBusy}
					onYes={send}
					onBack={() => {
						asked.value = undefined;
					}}
				>
					<p>{consequences[decision]}</p>
					<TextField
						label={decision === "APPROVE" ? "Note, if you like" : "Note"}
						hint="The requester and all approvers can read it."
						value={note.value}
						isLong
						isFocused={decision !== "APPROVE"}
						error={error.value}
						onInput={(text) => {
							note.value = text;
							error.value = "";
						}}
					/>
				</Confirm>
			)}
		</div>
	);
}
