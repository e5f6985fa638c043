import { statSync } from "node:fs";
import type { Measurement } from "../ratio.ts";
import type { FunctionBundle } from "../rig/bundles.ts";
import type { Rig } from "../rig/rig.ts";

/** Bundle sizes: Lambda reads the whole bundle before the first request. */
export async function bundleSize({ bundles }: Rig): Promise<Measurement[]> {
	const measured = bundles.service.map((bundle) => ({
		...kilobytes(bundle),
		target: { atMost: 256 },
	}));
	return [...measured, kilobytes(bundles.conventionalMarkAsPaid)];
}

const kilobytes = ({ name, path }: FunctionBundle) => ({
	measure: `bundle of ${toTitle(name)}, minified KB`,
	samples: [statSync(path).size / 1024],
});

/** `ProcurementPayments-dev-BulkSkusFunction8374E46C` → `BulkSkus` */
const toTitle = (name: string) =>
	name.replace(/^.*-(\w+)Function[0-9A-F]{8}$/, "$1");
