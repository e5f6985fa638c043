import { FileProblem } from "../sheets/file-problem.ts";
import { limits } from "../sheets/limits.ts";
import { type Attributes, isTrue, parseXml } from "./parse-xml.ts";

/** A text of the workbook. */
export interface RichText {
	text: string;
	/** Whether a part of the text is struck through. */
	isStruck: boolean;
}

/** Collects a text that is written in several runs, each with formats of its own. */
export class TextCollector {
	#parts: string[] = [];
	#isInText = false;
	/** Above 0 inside a text that says how another one is pronounced, which is not shown. */
	#phoneticDepth = 0;
	#isStruck = false;

	open(name: string, attributes: Attributes) {
		if (name === "rPh") this.#phoneticDepth++;
		if (name === "t") this.#isInText = true;
		if (name === "strike" && !isFalse(attributes.val)) this.#isStruck = true;
	}

	close(name: string) {
		if (name === "rPh") this.#phoneticDepth--;
		if (name === "t") this.#isInText = false;
	}

	text(text: string) {
		if (this.#isInText && this.#phoneticDepth === 0) this.#parts.push(text);
	}

	/** Returns the whole text, and begins the next one. */
	take(): RichText {
		const taken = {
			text: unescapeText(this.#parts.join("")),
			isStruck: this.#isStruck,
		};
		this.#parts = [];
		this.#isStruck = false;
		return taken;
	}
}

export const isFalse = (value: string | undefined) =>
	value !== undefined && !isTrue(value);

/** Workbooks write characters that XML does not have as `_x000D_`. */
export const unescapeText = (text: string) =>
	text.includes("_x")
		? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
				String.fromCharCode(Number.parseInt(code, 16)),
			)
		: text;

/** Reads the texts that cells share. */
export async function readSharedTexts(
	pieces: AsyncIterable<Uint8Array>,
): Promise<RichText[]> {
	const texts: RichText[] = [];
	const collector = new TextCollector();
	let characters = 0;
	await parseXml(pieces, {
		open: (name, attributes) => collector.open(name, attributes),
		text: (text) => collector.text(text),
		close(name) {
			collector.close(name);
			if (name !== "si") return;
			const text = collector.take();
			characters += text.text.length;
			if (characters > limits.sharedCharacters || texts.length >= limits.cells)
				throw new FileProblem(
					"The workbook is too large. Copy the payments into a workbook of their own",
				);
			texts.push(text);
		},
	});
	return texts;
}
