/**
 * `npm run bench`: measures the service and the conventional baseline side by side and prints the table of
 * `docs/performance.md`. `-- --only <row>` measures one row.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { report } from "./report.ts";
import { openRig } from "./rig/rig.ts";
import { bundleSize } from "./rows/bundle-size.ts";
import { cold } from "./rows/cold.ts";
import { cost } from "./rows/cost.ts";
import { growth } from "./rows/growth.ts";
import { load } from "./rows/load.ts";
import { local } from "./rows/local.ts";
import { overload } from "./rows/overload.ts";
import { requestCpu, requestWall } from "./rows/request.ts";
import { workerThroughput } from "./rows/worker.ts";

const rows = {
	load,
	cold,
	size: bundleSize,
	cpu: requestCpu,
	wall: requestWall,
	worker: workerThroughput,
	growth,
	local,
	overload,
	cost,
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = Object.entries(rows).filter(
	([name]) => values.only === undefined || values.only === name,
);
if (chosen.length === 0) {
	console.error(`--only is one of ${Object.keys(rows).join(", ")}`);
	process.exit(2);
}

await using rig = await openRig();
const measurements = [];
for (const [, measure] of chosen) measurements.push(...(await measure(rig)));

const processors = cpus();
const [lastMinute = 0] = loadavg();
console.log(
	`Node ${process.version}, ${processors.length} x ${processors[0]?.model.trim()}, load ${lastMinute.toFixed(1)}\n`,
);
console.log(report(measurements));
