import type { ClientContext } from "../client-context.ts";
import type { BatchResult } from "../generated/openapi.ts";
import { type FindRecordedOptions, findRecorded } from "./find-recorded.ts";
import type { SentPayments } from "./to-results.ts";

/**
 * Looks up the resources of an ended batch whose results leave open whether they were paid: those of a lost part
 * (`docs/batches.md`). A resource that is recorded is paid. If it is not recorded, it is not paid if its result has a
 * slug, because the batch has given it up. Without a slug, a payment can still follow (ADR 15).
 *
 * @returns What was found, by position. Any other resource is as its result says.
 */
export async function lookUpDoubtful(
	context: ClientContext,
	sent: SentPayments,
	answered: readonly BatchResult[],
	options?: FindRecordedOptions,
): Promise<Map<number, "PAID" | "UNDECIDED">> {
	const doubtful = sent.resources.flatMap((resource, position) => {
		const result = answered[position];
		// There is no invoice with an empty id: the caller itself has sent the empty slug.
		return result && resource.slug !== "" && isDoubtful(result)
			? [{ position, resource, slug: result.slug }]
			: [];
	});
	const resources = doubtful.map(({ resource }) => resource);
	const others = new Set(answered.map(({ paymentId }) => paymentId));
	const found = await findRecorded(
		context,
		{ ...sent, resources },
		{ ...options, others },
	);
	const states = new Map<number, "PAID" | "UNDECIDED">();
	for (const [index, { position, slug }] of doubtful.entries()) {
		const state = found[index]?.state;
		if (state === "RECORDED") states.set(position, "PAID");
		else if (state === "UNCLEAR" || slug === "")
			states.set(position, "UNDECIDED");
	}
	return states;
}

const isDoubtful = (result: BatchResult) =>
	result.slug === "" ||
	(result.status === "ERROR" && result.reason === "PROCESSING_FAILED");
