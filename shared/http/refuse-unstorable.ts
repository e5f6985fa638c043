import { memberPointer } from "../domain/json-pointer.ts";
import { validationFailed } from "./api-error.ts";

const depthMax = 8;
const magnitudeLimit = 1e15;
const decimalPlacesMax = 20;

/**
 * Refuses a body with something that the store cannot hold, or could not add up exactly: numbers too large or
 * too fine, text that is no Unicode, objects nested too deep (`decisions.md`, "Order of checks").
 */
export function refuseUnstorable(value: unknown, pointer = "", depth = 1) {
	if (typeof value === "number") refuseNumber(value, pointer);
	if (typeof value === "string") refuseText(value, pointer);
	if (typeof value !== "object" || value === null) return;
	if (depth > depthMax) {
		throw validationFailed(
			pointer,
			`must NOT be nested more than ${depthMax} levels deep`,
		);
	}
	for (const [key, member] of Object.entries(value)) {
		refuseText(key, pointer);
		refuseUnstorable(member, memberPointer(pointer, key), depth + 1);
	}
}

function refuseNumber(value: number, pointer: string) {
	if (!(Math.abs(value) < magnitudeLimit)) {
		throw validationFailed(pointer, "must be a number of magnitude below 1e15");
	}
	if (decimalPlaces(value) > decimalPlacesMax) {
		throw validationFailed(
			pointer,
			`must NOT have more than ${decimalPlacesMax} decimal places`,
		);
	}
}

function refuseText(value: string, pointer: string) {
	if (!value.isWellFormed()) {
		throw validationFailed(pointer, "must be well-formed Unicode");
	}
}

/** Of the shortest decimal that denotes the number: `1.5e-7` has 8. */
function decimalPlaces(value: number): number {
	const [mantissa = "", exponent = "0"] = String(value).split("e");
	const fraction = mantissa.split(".")[1] ?? "";
	return fraction.length - Number(exponent);
}
