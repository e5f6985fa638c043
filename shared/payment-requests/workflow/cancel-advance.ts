import {
	type Advance,
	stopped,
	type Transition,
	type TransitionAuthor,
	toChanged,
	toEntry,
} from "./transition.ts";

/** A4 */
export function cancelAdvance(
	advance: Advance,
	reason: string,
	author: TransitionAuthor,
): Transition {
	const changed = toChanged(advance.request, author);
	const { by } = author;
	return {
		...stopped(advance, changed, "CANCELLED"),
		entries: [toEntry(changed, { action: "CANCELLED", by, note: reason })],
	};
}
