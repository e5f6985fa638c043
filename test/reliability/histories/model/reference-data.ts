import type { Action } from "../step.ts";
import type { Before } from "./before.ts";
import { answered, type Expected, refused } from "./expected.ts";

/** Spec 2.1: codes that differ only in case are the same code. */
export function expectedSkus(
	{ records }: Before,
	entries: readonly { name: string; itemCode: string }[],
): Expected {
	const taken = new Set(
		records.skus.map(({ itemCode = "" }) => itemCode.toLowerCase()),
	);
	const skus: Record<string, object> = {};
	const [created, failed]: [object[], object[]] = [[], []];
	for (const { name, itemCode } of entries) {
		const code = itemCode.toLowerCase();
		if (taken.has(code)) failed.push({ name, itemCode });
		else {
			taken.add(code);
			created.push({ name, itemCode });
			skus[code] = { name };
		}
	}
	return answered({ created, failed }, () => ({ skus }));
}

/** R4. */
export function expectedVendor(
	{ records }: Before,
	{ vendorId, name }: Extract<Action, { kind: "createVendor" }>["vendor"],
): Expected {
	const existing = records.vendors.find(({ id }) => id === vendorId);
	if (existing && existing.name !== name) return refused(409, "VENDOR_EXISTS");
	const vendors = { [vendorId]: { name } };
	return answered({ vendorId }, () => ({ vendors }));
}

/** R4 */
export function expectedVendorPatch(
	{ records }: Before,
	{ vendorId, name }: Extract<Action, { kind: "patchVendor" }>,
): Expected {
	const exists = records.vendors.some(({ id }) => id === vendorId);
	if (!exists) return refused(404, "VENDOR_NOT_FOUND");
	return answered({ vendorId }, () => ({ vendors: { [vendorId]: { name } } }));
}
