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
 * deployment), is left out, and so is what the page shows after it.
 */
export function pageSteps(markdown: string): PageStep[] {
	const steps: PageStep[] = [];
	let step: PageStep | undefined;
	for (const found of markdown.matchAll(fence)) {
		const [block, language, notRun, text = ""] = found;
		if (language === "sh") {
			step = notRun ? undefined : { commands: text, shown: null };
			if (step) steps.push(step);
		} else if ((language === "json" || language === "text") && step) {
			const start = found.index + block.indexOf("\n") + 1;
			const shown: ShownAnswer = { language, text, start };
			if (step.shown) steps.push({ commands: step.commands, shown });
			else step.shown = shown;
		}
	}
	return steps;
}
