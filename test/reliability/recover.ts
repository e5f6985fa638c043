import type { PaymentResult } from "../../shared/payments/payment-result.ts";
import { allResults, sweep, sweepTimes, workOff } from "../support/batches.ts";
import { passSeconds } from "../support/pass-time.ts";
import type { Answer, World } from "../support/world.ts";
import type { Reported, Resource } from "./reported.ts";
import type { User } from "./user.ts";

const attemptSeconds = 61;

/** Works off everything that is left, with the times that the sweeper waits for. */
export async function runDry(world: World) {
	await workOff(world);
	const { abortAfterSeconds, resendAfterSeconds } = sweepTimes;
	for (const seconds of [abortAfterSeconds, resendAfterSeconds]) {
		passSeconds(world, seconds + 1);
		await sweep(world);
		await workOff(world);
	}
	passSeconds(world, attemptSeconds);
}

/**
 * What a client does after it does not know, or does not like, an outcome: it asks for the attempt, and pays under a new
 * key what is not paid and can be.
 */
export async function payTheRest(user: User, reported: Reported) {
	for (const first of [...reported.payments.keys()])
		for (let round = 1, key = first; round <= 3; round++) {
			const toPay = await findUnpaid(user, reported, key);
			if (toPay.length === 0) break;
			key = `${first}-again-${round}`;
			await user.pay(key, toPay);
			await runDry(user.world);
		}
}

/** As `payTheRest`, for the batches of payment runs. */
export async function payTheRestOfRuns(
	user: User,
	runs: readonly { runId: string; resources: readonly Resource[] }[],
) {
	for (const { runId, resources } of runs) {
		const results = await allResults(user.world, runId);
		const toPay = resources.filter((_, at) =>
			repeatable.includes(results[at]?.reason ?? ""),
		);
		if (toPay.length === 0) continue;
		await user.pay(`${runId}-again`, toPay);
		await runDry(user.world);
	}
}

const repeatable = ["LOCK_HELD", "PROCESSING_FAILED"];

async function findUnpaid(
	{ world }: User,
	reported: Reported,
	key: string,
): Promise<Resource[]> {
	const { resources = [], answers = [] } = reported.payments.get(key) ?? {};
	if (answers.some(isRefusal)) return [];
	const pick = (isPicked: (position: number) => boolean) =>
		resources.filter((_, position) => isPicked(position));
	const answer = answers.find(({ body }) => body.data?.results);
	const results: PaymentResult[] | undefined = answer?.body.data.results;
	if (results)
		return pick((at) => repeatable.includes(results[at]?.reason ?? ""));

	const { status, body } = await world.getAttempt("mark-as-paid", key);
	if (status === 404) return [...resources];
	const attempt: Attempt = body.data;
	if (attempt.bulkActionSlug) {
		const batch = await allResults(world, attempt.bulkActionSlug);
		return pick((at) => repeatable.includes(batch[at]?.reason ?? ""));
	}
	return pick((at) => attempt.results?.[at]?.status !== "RECORDED");
}

interface Attempt {
	bulkActionSlug: string | null;
	results: { status: string }[] | null;
}

/** Nothing of the request was carried out, and nothing of it ever will be. */
const isRefusal = ({ status }: Answer) => status === 400;

/** As `payTheRest`, for advances. */
export async function raiseTheRest(user: User, reported: Reported) {
	for (const [key, { body, answers }] of [...reported.advances]) {
		if (answers.some(({ status }) => status === 200 || status === 400))
			continue;
		const attempt = await user.world.getAttempt("vendor-advance", key);
		if (attempt.body.data?.paymentRequestId) continue;
		await user.raise(`${key}-again`, body);
		passSeconds(user.world, attemptSeconds);
	}
}
