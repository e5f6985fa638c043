import type { Known } from "./known.ts";
import type { Action } from "./step.ts";

/** The URL of a record that there is or may be, or of a list. */
export function readUrl(
	{ path, index }: Extract<Action, { kind: "read" }>,
	known: Known,
): string {
	const ids = idsOf(path, known);
	const id = ids.at(index % ids.length) ?? "none";
	const url = path.replace(/\{.+\}/, () => id);
	return path.includes("{") || !isList(path)
		? url
		: `${url}?limit=${index + 1}`;
}

function idsOf(path: string, { orders, invoices }: Known): string[] {
	if (path.includes("invoice/")) return ["inv-0", "inv-4", ...invoices];
	if (path.includes("purchase-order/")) return ["po-1", ...orders];
	if (path.includes("vendor/")) return ["v-1", "v-new"];
	if (path.includes("tag/")) return ["project", "cost-centre"];
	if (path.includes("payment/request/")) return ["adv-1", "adv-3"];
	return ["none"];
}

/** Lists have a limit; attempts and the organization have no query. */
const isList = (path: string) =>
	!path.includes("attempt") && path !== "/v1.0/organization";
