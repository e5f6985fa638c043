import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Measurement } from "../ratio.ts";
import type { FunctionBundle } from "../rig/bundles.ts";
import { type ColdStart, startCold } from "../rig/cold-start.ts";
import type { Rig } from "../rig/rig.ts";
import { startTlsFront } from "../rig/tls-front.ts";

const rounds = 31;

interface Sample {
	service: ColdStart;
	conventional: ColdStart;
	empty: ColdStart;
}

/** From the start of a process to its first answered one-invoice payment, over TLS. */
export async function cold(rig: Rig): Promise<Measurement[]> {
	const { store, bundles, engineUrl } = rig;
	await using front = await startTlsFront(engineUrl);
	const functions = {
		service: bundles.markAsPaid,
		conventional: bundles.conventionalMarkAsPaid,
		empty: emptyFunction(bundles.conventionalMarkAsPaid),
	};
	const slugs = await store.addInvoicesForBoth(rounds);
	const samples: Sample[] = [];
	for (const slug of slugs) {
		samples.push({
			conventional: await startCold(functions.conventional, slug, front),
			service: await startCold(functions.service, slug, front),
			empty: await startCold(functions.empty, slug, front),
		});
	}
	await store.requirePaid(slugs);
	await store.requirePaidByBaseline(slugs);

	const toMeasurement = (
		measure: string,
		toSample: (sample: Sample) => number,
		target?: Measurement["target"],
	): Measurement => ({
		measure,
		samples: samples.map(toSample),
		...(target && { target }),
	});
	return [
		toMeasurement(
			"cold: init + first one-invoice payment over TLS / conventional",
			({ service, conventional }) => own(service) / own(conventional),
			{ atMost: 0.45 },
		),
		toMeasurement(
			"the same, from the start of the process / an empty handler",
			({ service, empty }) => whole(service) / whole(empty),
			{ atMost: 2.2 },
		),
		...(["start", "init", "call"] as const).flatMap((part) =>
			(["service", "conventional", "empty"] as const).map((name) =>
				toMeasurement(
					`milliseconds: ${part}, ${name}`,
					(sample) => sample[name][part],
				),
			),
		),
	];
}

const own = ({ init, call }: ColdStart) => init + call;
const whole = (times: ColdStart) => times.start + own(times);

/** A handler that answers at once. */
function emptyFunction({ path }: FunctionBundle) {
	const empty = join(dirname(path), "empty.js");
	writeFileSync(empty, "exports.handler = async () => ({ statusCode: 200 });");
	return { name: "empty", path: empty, environment: {} };
}
