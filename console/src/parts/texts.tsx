import { viewer } from "./viewer.ts";

/**
 * A text that somebody else wrote. It cannot change the direction of the text around it. A text with a long number or
 * word gets a line of its own on a phone, so that it stays in one piece.
 */
export const Theirs = ({ text }: { text: string }) => (
	<bdi class={longWord.test(text) ? "long" : undefined}>{text}</bdi>
);

/** So long a word has no room beside an amount in a window of 390 pixels. */
const longWord = /\S{17}/;

/** Shows a person by name. */
export function Person({ userId }: { userId: string }) {
	const { names, userId: own } = viewer.value;
	return (
		<span class="person">
			<Theirs text={names.get(userId) || userId} />
			{userId === own && " (you)"}
		</span>
	);
}

/** Shows who did something, or a dash: the operator and organization files have no name. */
export const By = ({ who }: { who: { userId: string } | null }) =>
	who ? <Person userId={who.userId} /> : <span class="quiet">–</span>;
