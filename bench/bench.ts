/**
 * `npm run bench`: measures the service and the conventional baseline side by side and prints the table of
 * `docs/performance.md`. `-- --only <row>` measures one row. Ends with exit code 1 if a target is missed.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Measurement } from "./ratio.ts";
import { isMissed, report } from "./report.ts";
import { openRig, type Rig } from "./rig/rig.ts";
import { approvals } from "./rows/approvals.ts";
import { bundleSize } from "./rows/bundle-size.ts";
import { cold } from "./rows/cold.ts";
import { cost } from "./rows/cost.ts";
import { growth } from "./rows/growth.ts";
import { load } from "./rows/load.ts";
import { local } from "./rows/local.ts";
import { overload } from "./rows/overload.ts";
import { paymentRuns } from "./rows/payment-runs.ts";
import { records } from "./rows/records.ts";
import { refusals } from "./rows/refusals.ts";
import { requestCpu, requestWall } from "./rows/request.ts";
import { workerThroughput } from "./rows/worker.ts";

const rows: Record<
	string,
	(rig: Rig) => Promise<Measurement[]> | Measurement[]
> = {
	load,
	cold,
	size: bundleSize,
	cpu: requestCpu,
	wall: requestWall,
	records,
	approvals,
	refusals,
	worker: workerThroughput,
	growth,
	runs: paymentRuns,
	local,
	overload,
	cost,
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const names = values.only === undefined ? Object.keys(rows) : [values.only];
const chosen = names.flatMap((name) => rows[name] ?? []);
if (chosen.length === 0) {
	console.error(`--only is one of ${Object.keys(rows).join(", ")}`);
	process.exit(2);
}

await using rig = await openRig();
const measurements: Measurement[] = [];
try {
	for (const measure of chosen) measurements.push(...(await measure(rig)));
} finally {
	// A row that fails does not take those before it along: they took minutes.
	const processors = cpus();
	const [lastMinute = 0] = loadavg();
	console.log(
		`Node ${process.version}, ${processors.length} x ${processors[0]?.model.trim()}, load ${lastMinute.toFixed(1)}\n`,
	);
	console.log(report(measurements));
}
if (measurements.some(isMissed)) process.exitCode = 1;
