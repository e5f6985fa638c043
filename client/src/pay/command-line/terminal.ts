/** Where a command speaks to its user. */
export interface Terminal {
	print(text: string): void;
	printError(text: string): void;
	/** Asks a person, and returns what they typed; absent when nobody can answer. */
	ask?(question: string): Promise<string>;
	progress: Progress;
}

/** A bar that shows how much of a task is done, if there is a screen. */
export interface Progress {
	/** Begins a bar, and removes the one before. */
	start(title: string, total: number): void;
	update(done: number): void;
	stop(): void;
}

/**
 * Makes a text safe for a terminal: names and bank references come from others, and must neither steer the terminal nor
 * write to its clipboard. Control characters other than line breaks, separators of lines, and characters that change the
 * direction of the text after them are shown as their code points.
 */
export const toTerminalText = (text: string): string =>
	text.replaceAll(
		/(?!\n)[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu,
		(character) =>
			`\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);

/** The terminal, behind `toTerminalText`, through which every text passes. */
export const guarded = ({
	print,
	printError,
	ask,
	progress,
}: Terminal): Terminal => ({
	print: (text) => print(toTerminalText(text)),
	printError: (text) => printError(toTerminalText(text)),
	...(ask && { ask: (question) => ask(toTerminalText(question)) }),
	progress,
});

/** Asks for a "yes". @returns Undefined when nobody can answer. */
export async function confirm(
	{ ask }: Terminal,
	question: string,
): Promise<boolean | undefined> {
	const answer = await ask?.(`${question} [yes/no] `);
	return answer === undefined ? undefined : /^\s*y(?:es)?\s*$/i.test(answer);
}
