import { expect } from "vitest";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import type { Answer } from "../../support/world.ts";
import type { Audited } from "../audited.ts";
import type { Records } from "../records.ts";
import type { Reported, Resource } from "../reported.ts";
import { expectAttemptAsRecorded } from "./attempt-as-recorded.ts";
import { expectBatchAsRecorded } from "./batch-as-recorded.ts";
import {
	expectResultsAsRecorded,
	type PlacedPayment,
} from "./results-as-recorded.ts";

const atOnce = 8;

interface Comparison {
	records: Records;
	reported: Reported;
	isWorkLeft: boolean;
}

/** `DONE` and `RECORDED` mean exactly one payment, the one that was asked for; every other report means none. */
export async function expectPaymentsAsReported(
	audited: Audited,
	{ records, reported, isWorkLeft }: Comparison,
) {
	const recorded = Map.groupBy(
		records.invoices.flatMap(({ slug, payments }) =>
			payments.map((payment) => ({ ...payment, slug })),
		),
		({ idempotencyKey }) => idempotencyKey,
	);
	// Those without a key are compared in `runs-as-reported.ts`.
	const unreported = [...recorded.keys()].filter(
		(key) => key !== null && !reported.payments.has(key),
	);
	expect(unreported).toEqual([]);

	const paymentsOf = (key: string) => recorded.get(key) ?? [];
	const asked = new Map(some([...reported.payments], audited.askedMax));
	await forEachConcurrently(
		reported.payments,
		atOnce,
		async ([key, { resources, answers }]) => {
			for (const answer of answers)
				await expectAnswerAsRecorded(audited, answer, {
					resources,
					payments: paymentsOf(key),
					isWorkLeft,
					isAsked: asked.has(key),
				});
		},
	);
	if (isWorkLeft) return;
	await forEachConcurrently(asked, atOnce, ([key, { resources }]) =>
		expectAttemptAsRecorded(audited, key, {
			resources,
			payments: paymentsOf(key),
		}),
	);
}

/** At most so many, spread evenly. */
export function some<Element>(
	all: readonly Element[],
	count = all.length,
): readonly Element[] {
	const step = Math.max(1, Math.ceil(all.length / count));
	return all.filter((_, index) => index % step === 0);
}

async function expectAnswerAsRecorded(
	audited: Audited,
	{ status, body }: Answer,
	{
		isAsked,
		...request
	}: {
		resources: readonly Resource[];
		payments: readonly PlacedPayment[];
		isWorkLeft: boolean;
		isAsked: boolean;
	},
) {
	// An unknown outcome, or a key that was used already: the attempt tells.
	if (status >= 500 || isRepeatedKey({ status, body })) return;
	const { bulkActionSlug, results } = body.data ?? {};
	if (!bulkActionSlug) expectResultsAsRecorded(results ?? null, request);
	else if (isAsked)
		await expectBatchAsRecorded(audited, bulkActionSlug, request);
}

/** The 409 of a repeated idempotency key, which has no code. */
export const isRepeatedKey = ({
	status,
	body,
}: Pick<Answer, "status" | "body">) =>
	status === 409 && typeof body.error === "string";
