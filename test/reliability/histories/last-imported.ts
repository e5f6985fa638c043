import { changedFile } from "./changed-file.ts";
import type { ImportedChange } from "./step.ts";

/** The amounts of the file's invoices as they were last imported: an equal entry changes nothing (contract 2). */
export class LastImported {
	readonly #amounts = new Map<string, number | "UNKNOWN">();

	constructor() {
		this.note("NONE", "IMPORTED");
	}

	/** @param outcome `UNKNOWN`: an import was disturbed, or ran concurrently with another one. */
	note(change: ImportedChange, outcome: "IMPORTED" | "UNKNOWN") {
		for (const { slug, amount } of changedFile(change).invoices) {
			if (this.amountOf(slug) === amount) continue;
			this.#amounts.set(slug, outcome === "IMPORTED" ? amount : outcome);
		}
	}

	copy(): LastImported {
		const copy = new LastImported();
		for (const [slug, amount] of this.#amounts) copy.#amounts.set(slug, amount);
		return copy;
	}

	amountOf(slug: string): number | "UNKNOWN" | undefined {
		return this.#amounts.get(slug);
	}
}
