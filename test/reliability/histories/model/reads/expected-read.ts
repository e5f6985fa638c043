import { everyEndpoint } from "../../../../support/every-endpoint.ts";
import type { Known } from "../../known.ts";
import { isList, type Read, targetOf } from "../../read-url.ts";
import type { Target } from "../../step.ts";
import type { Before } from "../before.ts";
import { type Expected, refused } from "../expected.ts";
import { expectedAttempt } from "./attempts.ts";
import { expectedDetails } from "./details.ts";
import { expectedList } from "./lists.ts";
import { expectedCheck } from "./run-check.ts";

/** R1 to R9, and contract 3: what can be read is what the export has. Nothing changes. */
export function expectedRead(
	before: Before,
	action: Read,
	known: Known,
): Expected {
	const target = targetOf(action, known);
	if (target.path.includes("attempt"))
		return expectedAttempt(before, target, known);
	return (
		expectedRecords(before, target) ?? refused(404, notFoundCodeOf(target.path))
	);
}

function expectedRecords(before: Before, target: Target) {
	if (target.path.endsWith("/check")) return expectedCheck(before, target);
	return isList(target.path)
		? expectedList(before, target)
		: expectedDetails(before, target);
}

function notFoundCodeOf(readPath: string): string {
	const endpoint = everyEndpoint.find(
		({ method, path }) => method === "GET" && path === readPath,
	);
	return endpoint?.notFoundCode ?? "none";
}
