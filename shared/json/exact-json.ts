import Big from "big.js";
import { toDecimalText } from "../money/decimal.ts";

declare global {
	/** Node.js 24 has these, and the compiler's library does not. */
	interface JSON {
		rawJSON(text: string): unknown;
		parse(
			text: string,
			revive: (
				key: string,
				value: unknown,
				context: { source?: string },
			) => unknown,
			// biome-ignore lint/suspicious/noExplicitAny: as in the compiler's library
		): any;
	}
}

/** Serializes to JSON with every decimal as an exact number. */
export function toExactJson(value: unknown, indent?: string): string {
	return JSON.stringify(value, writeDecimal, indent);
}

/** Parses JSON so that `toExactJson` writes its numbers unchanged. */
export function fromExactJson(text: string): unknown {
	return JSON.parse(text, (_, value, { source }) =>
		typeof value === "number" && source ? JSON.rawJSON(source) : value,
	);
}

/** `Big` has a `toJSON` that runs before this replacer, so the decimal is taken from its owner. */
function writeDecimal(this: unknown, key: string, value: unknown): unknown {
	const original = (this as Record<string, unknown>)[key];
	return original instanceof Big
		? JSON.rawJSON(toDecimalText(original))
		: value;
}
