import { memberPointer } from "./json-pointer.ts";

const depthMax = 8;
/** The magnitude of a number is below. */
export const magnitudeLimit = 1e15;
const decimalPlacesMax = 20;

/** A value that the store cannot hold, as a JSON pointer and a reason. */
export interface Unstorable {
	pointer: string;
	reason: string;
}

/**
 * The first value in a JSON value that the store cannot hold or compute with exactly: numbers too large or with too
 * many decimal places, ill-formed Unicode, objects nested too deep (`conventions.md`).
 *
 * @returns null when there is none.
 */
export function findUnstorable(value: unknown, depth = 1): Unstorable | null {
	if (typeof value === "number") return toUnstorable(checkNumber(value));
	if (typeof value === "string") return toUnstorable(checkText(value));
	if (typeof value !== "object" || value === null) return null;
	if (depth > depthMax) {
		return toUnstorable(`must NOT be nested more than ${depthMax} levels deep`);
	}
	for (const [key, member] of Object.entries(value)) {
		const found = toUnstorable(checkText(key));
		if (found) return found;
		const inside = findUnstorable(member, depth + 1);
		// Builds the pointer only for an unstorable value: most members of a large body are valid.
		if (inside)
			return { ...inside, pointer: memberPointer("", key) + inside.pointer };
	}
	return null;
}

const toUnstorable = (reason: string | null): Unstorable | null =>
	reason === null ? null : { pointer: "", reason };

function checkNumber(value: number): string | null {
	if (!(Math.abs(value) < magnitudeLimit)) {
		return "must be a number of magnitude below 1e15";
	}
	if (decimalPlaces(value) > decimalPlacesMax) {
		return `must NOT have more than ${decimalPlacesMax} decimal places`;
	}
	return null;
}

function checkText(value: string): string | null {
	return value.isWellFormed() ? null : "must be well-formed Unicode";
}

/** Decimal places of the shortest decimal that denotes the number: `1.5e-7` has 8. */
function decimalPlaces(value: number): number {
	const [mantissa = "", exponent = "0"] = String(value).split("e");
	const fraction = mantissa.split(".")[1] ?? "";
	return fraction.length - Number(exponent);
}
