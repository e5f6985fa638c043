import type { ShownAnswer } from "./page-steps.ts";

/**
 * Compares answers that a page shows with those of a run. Ids, instants, cursors, secrets and dates of today differ from
 * run to run: the shown ones stand for those of the run, also in later commands. What the smoke test counts grows with it.
 */
export class ShownValues {
	/** What is shown, by what the run has in its place. */
	readonly #shownByActual = new Map<string, string>();

	/** Replaces what a page shows by what the run has in its place. */
	toActual(text: string): string {
		return replaceAll(
			text,
			[...this.#shownByActual].map(([actual, shown]) => [shown, actual]),
		);
	}

	toShown(text: string): string {
		return replaceAll(text, [...this.#shownByActual]);
	}

	/** Are these the same answers, apart from what differs from run to run? Their ids stand for each other from now on. */
	isSame({ language, text: shown }: ShownAnswer, actual: string): boolean {
		this.#learn(shown.match(varying) ?? [], actual.match(varying) ?? []);
		return withoutVarying(shown, language) === withoutVarying(actual, language);
	}

	#learn(shown: string[], actual: string[]) {
		if (shown.length !== actual.length) return;
		shown.forEach((one, index) => {
			const other = actual[index] ?? one;
			// A date or a short cursor may also stand in a command by chance.
			if (one.length >= idMinLength) this.#shownByActual.set(other, one);
		});
	}
}

/** Ids that derive from a ULID, keys, instants, dates, cursors. Invoice ids follow from vendor and number: always the same. */
const varying =
	/\b(?:po-|v-)?[0-9a-hjkmnp-tv-z]{26}\b|\bkey_[0-9a-f]{16}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="(?:nextCursor|key|keyPrefix)": ?")[^"]+|(?<="paymentDate": ?")[^"]+|\b\d+(?= checks passed| items$)/gim;

const idMinLength = 16;

function withoutVarying(
	text: string,
	language: ShownAnswer["language"],
): string {
	const constant = text.replaceAll(varying, "…");
	if (language === "text") return constant.trim();
	return JSON.stringify(readAnswers(constant));
}

/** JSON texts that follow each other. Properties are compared in their order. */
export function readAnswers(text: string): unknown[] {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const answers: unknown[] = [];
	let pending = "";
	for (const line of lines) {
		pending += `${line}\n`;
		try {
			answers.push(JSON.parse(pending));
			pending = "";
		} catch {
			// A value of several lines goes on.
		}
	}
	if (pending !== "") throw new Error(`Not JSON: ${pending}`);
	return answers;
}

function replaceAll(
	text: string,
	pairs: readonly (readonly [string, string])[],
) {
	return pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}
