/** A shell block of a page, and the answers that the page shows below it. Shown again, they are those of another run. */
export interface PageStep {
	commands: string;
	/** The block after it that is `json` or `text`; null when the page shows none. */
	shown: ShownAnswer | null;
}

export interface ShownAnswer {
	language: "json" | "text";
	text: string;
	/** Where the text begins in the page. */
	start: number;
}

const fence = /^```(\w*)( not-run)?\n(.*?)^```$/gms;

/**
 * The shell blocks of a page, in order. A block with `not-run` after its language, for what a test cannot do (such as a
 * deployment), is left out.
 */
export function pageSteps(markdown: string): PageStep[] {
	const steps: PageStep[] = [];
	for (const found of markdown.matchAll(fence)) {
		const [block, language, notRun, text = ""] = found;
		const step = steps.at(-1);
		if (language === "sh" && !notRun) {
			steps.push({ commands: text, shown: null });
		} else if ((language === "json" || language === "text") && step) {
			const start = found.index + block.indexOf("\n") + 1;
			const shown: ShownAnswer = { language, text, start };
			if (step.shown) steps.push({ commands: step.commands, shown });
			else step.shown = shown;
		}
	}
	return steps;
}
