import { quietRounds, roundsMax } from "../quiet-rounds.ts";
import type { Measurement, Target } from "../ratio.ts";
import { type ColdStart, startCold } from "../rig/cold-start.ts";
import type { Rig } from "../rig/rig.ts";
import { startRuntimeApi } from "../rig/runtime-api.ts";
import { startTlsFront } from "../rig/tls-front.ts";

const rounds = 31;

const names = ["service", "conventional", "sdk", "empty"] as const;
type Sample = Record<(typeof names)[number], ColdStart>;

/** From the start of an environment to its first answered one-invoice payment, over TLS. */
export async function cold(rig: Rig): Promise<Measurement[]> {
	const { samples, ...disturbance } = await startAll(rig);
	const toMeasurement = (
		measure: string,
		toSample: (sample: Sample) => number,
		target?: Target,
	): Measurement => ({
		measure,
		samples: samples.map(toSample),
		...disturbance,
		...(target && { target }),
	});
	return [
		toMeasurement(
			"cold: init + first one-invoice payment over TLS / conventional",
			({ service, conventional }) => own(service) / own(conventional),
		),
		toMeasurement(
			"the same / the AWS SDK alone with the same kinds of calls",
			({ service, sdk }) => own(service) / own(sdk),
			{ atMost: 1.15 },
		),
		toMeasurement(
			"cold, from the start of the process / an empty handler",
			({ service, empty }) => whole(service) / whole(empty),
		),
		toMeasurement(
			"the same, the AWS SDK alone with the same kinds of calls / an empty handler",
			({ sdk, empty }) => whole(sdk) / whole(empty),
		),
		...(["start", "init", "call"] as const).flatMap((part) =>
			names.map((name) =>
				toMeasurement(
					`milliseconds: ${part}, ${name}`,
					(sample) => sample[name][part],
				),
			),
		),
	];
}

/** Starts environments of each function in turn. */
async function startAll({ store, bundles, engineUrl }: Rig) {
	await using front = await startTlsFront(engineUrl);
	await using api = await startRuntimeApi();
	const slugs = await store.addInvoicesForBoth(roundsMax(rounds));
	const paid: string[] = [];
	const started = await quietRounds(rounds, async (): Promise<Sample> => {
		const [slug = ""] = slugs.splice(0, 1);
		paid.push(slug);
		const servers = { front, api };
		return {
			conventional: await startCold(
				bundles.conventionalMarkAsPaid,
				slug,
				servers,
			),
			service: await startCold(bundles.markAsPaid, slug, servers),
			sdk: await startCold(bundles.sdkAlone, slug, servers),
			empty: await startCold(bundles.empty, slug, servers),
		};
	});
	await store.requirePaid(paid);
	await store.requirePaidByBaseline(paid);
	return started;
}

const own = ({ init, call }: ColdStart) => init + call;
const whole = (times: ColdStart) => times.start + own(times);
