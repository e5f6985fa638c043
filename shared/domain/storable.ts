import { memberPointer } from "./json-pointer.ts";

const depthMax = 8;
const magnitudeLimit = 1e15;
const decimalPlacesMax = 20;

/** What the store cannot hold, and the JSON pointer of where it stands. */
export interface Unstorable {
	pointer: string;
	reason: string;
}

/**
 * The first thing in a JSON value that the store cannot hold, or could not add up exactly: numbers too large or
 * too fine, text that is no Unicode, objects nested too deep (`decisions.md`, "Order of checks").
 *
 * @returns null when there is none.
 */
export function findUnstorable(
	value: unknown,
	pointer = "",
	depth = 1,
): Unstorable | null {
	if (typeof value === "number") return refuseNumber(value, pointer);
	if (typeof value === "string") return refuseText(value, pointer);
	if (typeof value !== "object" || value === null) return null;
	if (depth > depthMax) {
		const reason = `must NOT be nested more than ${depthMax} levels deep`;
		return { pointer, reason };
	}
	for (const [key, member] of Object.entries(value)) {
		const found =
			refuseText(key, pointer) ??
			findUnstorable(member, memberPointer(pointer, key), depth + 1);
		if (found) return found;
	}
	return null;
}

function refuseNumber(value: number, pointer: string): Unstorable | null {
	if (!(Math.abs(value) < magnitudeLimit)) {
		return { pointer, reason: "must be a number of magnitude below 1e15" };
	}
	if (decimalPlaces(value) > decimalPlacesMax) {
		const reason = `must NOT have more than ${decimalPlacesMax} decimal places`;
		return { pointer, reason };
	}
	return null;
}

function refuseText(value: string, pointer: string): Unstorable | null {
	if (value.isWellFormed()) return null;
	return { pointer, reason: "must be well-formed Unicode" };
}

/** Of the shortest decimal that denotes the number: `1.5e-7` has 8. */
function decimalPlaces(value: number): number {
	const [mantissa = "", exponent = "0"] = String(value).split("e");
	const fraction = mantissa.split(".")[1] ?? "";
	return fraction.length - Number(exponent);
}
