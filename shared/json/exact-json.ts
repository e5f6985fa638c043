import Big from "big.js";
import { toDecimalText } from "../money/decimal.ts";

/** Node 24 has it; the compiler's library lacks it. */
interface ExactJson {
	stringify: JSON["stringify"];
	rawJSON(text: string): unknown;
	parse(
		text: string,
		revive: (
			key: string,
			value: unknown,
			context: { source?: string },
		) => unknown,
	): unknown;
}
const json = JSON as unknown as ExactJson;

/** Serializes to JSON with every decimal as an exact number. */
export function toExactJson(value: unknown, indent?: string): string {
	return json.stringify(value, writeDecimal, indent);
}

/** Parses JSON so that `toExactJson` writes its numbers unchanged. */
export function fromExactJson(text: string): unknown {
	return json.parse(text, (_, value, { source }) =>
		typeof value === "number" && source ? json.rawJSON(source) : value,
	);
}

/** `Big` has a `toJSON` that runs before this replacer, so the decimal is taken from its owner. */
function writeDecimal(this: unknown, key: string, value: unknown): unknown {
	const original = (this as Record<string, unknown>)[key];
	return original instanceof Big
		? json.rawJSON(toDecimalText(original))
		: value;
}
