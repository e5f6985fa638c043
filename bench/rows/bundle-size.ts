import { statSync } from "node:fs";
import { bundleKilobytesMax } from "../../lib/bundle.ts";
import { functionFolder } from "../../tools/local/template/function-folder.ts";
import type { Measurement } from "../ratio.ts";
import type { FunctionBundle } from "../rig/bundles.ts";
import type { Rig } from "../rig/rig.ts";

/** Bundle sizes: Lambda reads the whole bundle before the first request. */
export async function bundleSize({ bundles }: Rig): Promise<Measurement[]> {
	const measured = bundles.service.map((bundle) => {
		const name = functionFolder(bundle.name) ?? bundle.name;
		const target = { atMost: bundleKilobytesMax(name) };
		return { ...kilobytes(name, bundle), target };
	});
	const { conventionalMarkAsPaid } = bundles;
	return [
		...measured,
		kilobytes(conventionalMarkAsPaid.name, conventionalMarkAsPaid),
	];
}

const kilobytes = (name: string, { path }: FunctionBundle) => ({
	measure: `bundle of ${name}, minified KB`,
	samples: [statSync(path).size / 1024],
});
