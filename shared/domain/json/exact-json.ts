import Big from "big.js";
import { toDecimalText } from "../money.ts";

/** Part of Node 24, not yet of the compiler's library. */
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

/** JSON in which every decimal stands in full, digit by digit, as a number. */
export function toExactJson(value: unknown, indent?: string): string {
	return json.stringify(value, writeDecimal, indent);
}

/** Reads JSON so that `toExactJson` writes its numbers back as they stood. */
export function fromExactJson(text: string): unknown {
	return json.parse(text, (_, value, { source }) =>
		typeof value === "number" && source ? json.rawJSON(source) : value,
	);
}

/** A decimal makes itself a text before it gets here; its owner still has it. */
function writeDecimal(this: unknown, key: string, value: unknown): unknown {
	const original = (this as Record<string, unknown>)[key];
	return original instanceof Big
		? json.rawJSON(toDecimalText(original))
		: value;
}
