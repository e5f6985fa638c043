/** An element with as much as a view of the page needs: texts, attributes, and listeners that a test can call. */
export class TextElement {
	value = "";
	returnValue = "";
	readonly #attributes = new Map<string, string>();
	readonly #listeners = new Map<string, () => void>();
	#children: (string | TextElement)[] = [];

	get textContent(): string {
		return this.#children
			.map((one) => (typeof one === "string" ? one : one.textContent))
			.join("");
	}
	set textContent(text: string) {
		this.#children = [text];
	}
	append(...added: (string | TextElement)[]) {
		this.#children.push(...added);
	}
	replaceChildren(...added: TextElement[]) {
		this.#children = added;
	}
	setAttribute(name: string, value: string) {
		this.#attributes.set(name, value);
	}
	addEventListener(event: string, listener: () => void) {
		this.#listeners.set(event, listener);
	}
	close(value = "") {
		this.returnValue = value;
		this.#listeners.get("close")?.();
	}
	contains() {
		return false;
	}
	/** Whichever is looked for: it is not shown. */
	querySelector() {
		return new TextElement();
	}
	focus() {}
	remove() {}
	showModal() {}

	/** The only element below it that is such a one. */
	only(isWanted: (one: TextElement) => boolean): TextElement {
		const [found, ...others] = this.#all().filter(isWanted);
		if (!found || others.length > 0) throw new Error("Not one such element");
		return found;
	}
	byId(id: string): TextElement {
		return this.only((one) => one.#attributes.get("id") === id);
	}
	/** Clicks the button with this text. */
	click(text: string) {
		const isButton = (one: TextElement) =>
			one.#attributes.get("type") === "button" && one.textContent === text;
		this.only(isButton).#listeners.get("click")?.();
	}
	#all(): TextElement[] {
		return this.#children.flatMap((one) =>
			typeof one === "string" ? [] : [one, ...one.#all()],
		);
	}
}

/** A document of such elements. */
export function textDocument() {
	const named = new Map<string, TextElement>();
	return {
		body: new TextElement(),
		title: "",
		createElement: () => new TextElement(),
		querySelector: () => null,
		getElementById(id: string): TextElement {
			const found = named.get(id) ?? new TextElement();
			named.set(id, found);
			return found;
		},
	};
}
