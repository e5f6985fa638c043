import { findUnstorable } from "../domain/storable.ts";
import { validationFailed } from "./api-error.ts";

/** Refuses a body with something that the store cannot hold (`decisions.md`, "Order of checks"). */
export function refuseUnstorable(body: object) {
	const found = findUnstorable(body);
	if (found) throw validationFailed(found.pointer, found.reason);
}
