import { spawnSync } from "node:child_process";
import type { Rounds } from "../quiet-rounds.ts";
import { type Measurement, ratios } from "../ratio.ts";
import type { FunctionBundle } from "../rig/bundles.ts";
import { lambdaEnvironment } from "../rig/lambda-environment.ts";
import type { Rig } from "../rig/rig.ts";

const rounds = 15;
/** The fastest of these runs is one sample: other load on the machine only adds time. */
const runs = 3;

/** Load time of a bundle against bare Node. */
export async function load({ bundles }: Rig): Promise<Measurement[]> {
	const { markAsPaid, conventionalMarkAsPaid } = bundles;
	return [
		{
			measure: "load of the mark-as-paid bundle / bare Node",
			...(await loadRatios(markAsPaid)),
			target: { atMost: 2.15 },
		},
		{
			measure: "the same, conventional",
			...(await loadRatios(conventionalMarkAsPaid)),
		},
	];
}

function loadRatios(bundle: FunctionBundle): Promise<Rounds<number>> {
	const script = `require(${JSON.stringify(bundle.path)})`;
	return ratios(
		rounds,
		() => fastestMilliseconds(script, bundle),
		() => fastestMilliseconds("0", bundle),
	);
}

function fastestMilliseconds(script: string, bundle: FunctionBundle): number {
	const times = Array.from({ length: runs }, () =>
		runMilliseconds(script, bundle),
	);
	return Math.min(...times);
}

function runMilliseconds(script: string, bundle: FunctionBundle): number {
	const startedAt = performance.now();
	const { status } = spawnSync(process.execPath, ["-e", script], {
		env: lambdaEnvironment(bundle),
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (status !== 0) throw new Error(`${bundle.name} did not load`);
	return performance.now() - startedAt;
}
