import type { Known } from "./known.ts";
import type { Action, Target } from "./step.ts";

export type Read = Extract<Action, { kind: "read" }>;

export function targetOf({ path, index }: Read, known: Known): Target {
	const ids = idsOf(path, known);
	const id = ids.at(index % ids.length) ?? "none";
	return { path, id, limit: index + 1 };
}

export function readUrl({ path, id, limit }: Target): string {
	const url = path.replace(/\{.+\}/, () => id);
	return isList(path) ? `${url}?limit=${limit}` : url;
}

function idsOf(path: string, known: Known): string[] {
	const { orders, invoices, batches, runs, requests, reported } = known;
	if (path.includes("invoice/")) return ["inv-0", "inv-4", "none", ...invoices];
	if (path.includes("purchase-order/")) return ["po-1", "none", ...orders];
	if (path.includes("vendor/")) return ["v-1", "v-2", "v-new"];
	if (path.includes("tag/")) return ["project", "cost-centre", "none"];
	if (path.includes("payment/request/")) return ["adv-1", "adv-3", ...requests];
	if (path.includes("payment/run/")) return ["none", ...runs];
	if (path.includes("payment/mark-as-paid/")) return ["none", ...batches];
	if (path.endsWith("attempt/mark-as-paid"))
		return ["k-unknown", ...reported.payments.keys()];
	if (path.endsWith("attempt/vendor-advance"))
		return ["k-unknown", ...reported.advances.keys()];
	return ["none"];
}

/** Attempts, the organization and the key have no query; a page of a batch's results has other limits. */
export const isList = (path: string) =>
	!path.includes("attempt") &&
	!path.endsWith("}") &&
	!["/v1.0/organization", "/v1.0/key"].includes(path);
