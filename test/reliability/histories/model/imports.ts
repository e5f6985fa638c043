import { toDecimal } from "../../../../shared/money/decimal.ts";
import { changedFile } from "../changed-file.ts";
import type { Known } from "../known.ts";
import type { LastImported } from "../last-imported.ts";
import type { ImportedChange } from "../step.ts";
import {
	type Before,
	findInvoice,
	type Invoice,
	type ModelRecords,
	paidFor,
} from "./before.ts";
import type { Expected } from "./expected.ts";
import type { Changes } from "./view.ts";

/**
 * Contract 2: an entry that is the same as when it was last imported changes nothing; another one replaces what it
 * describes, and its due is what is not paid here. One error, and nothing changes.
 */
export function expectedImport(
	{ records }: Before,
	change: ImportedChange,
	imported: LastImported,
): Expected {
	const file = changedFile(change);
	const changed = file.invoices.filter(
		({ slug, amount }) => imported.amountOf(slug) !== amount,
	);
	const isUnknown = changed.some(
		({ slug }) => imported.amountOf(slug) === "UNKNOWN",
	);
	const isTaken = changed.some(({ slug, vendorId, invoiceNumber }) =>
		records.invoices.some(
			(other) =>
				other.slug !== slug &&
				other.vendorId === vendorId &&
				other.invoiceNumber !== undefined &&
				other.invoiceNumber.toLowerCase() === invoiceNumber?.toLowerCase(),
		),
	);
	const paid = (slug: string) => {
		const existing = findInvoice(records, slug);
		return existing ? paidFor(existing).toNumber() : 0;
	};
	const isOverpaid = changed.some(({ slug, amount }) => paid(slug) > amount);
	const invoices = changed.map(({ slug, lock: _, ...entry }) => {
		const due = toDecimal(entry.amount).minus(paid(slug)).toNumber();
		const isNew = !findInvoice(records, slug);
		return [slug, { ...(isNew && newInvoice), ...entry, due }];
	});
	const vendors = file.vendors.map(({ id, name }) => [id, { name }]);
	return {
		isRefused: isTaken || (isOverpaid && (isUnknown ? undefined : true)),
		changes: () => ({
			invoices: Object.fromEntries(invoices),
			vendors: Object.fromEntries(vendors),
		}),
		// Which of them gets the order is tested in test/organization-files.
		leavesOpen: ["advances", ...(isUnknown ? ["invoices" as const] : [])],
	};
}

const newInvoice = {
	description: null,
	payments: 0,
	reversed: 0,
	holder: null,
};

/**
 * Contract 2: the result of two imports at once is as if one had run after the other, or one of them is refused, since
 * the other one runs, and has written nothing.
 */
export function expectedImports(
	before: Before,
	changes: readonly ImportedChange[],
	known: Known,
): Expected {
	const imported = known.imported.copy();
	const isUnknown = changes
		.flatMap((change) => changedFile(change).invoices)
		.some(({ slug }) => imported.amountOf(slug) === "UNKNOWN");
	const orders = [
		[0, 1],
		[1, 0],
	];
	return {
		oneOf() {
			const { importedTogether: outcomes } = known;
			return orders
				.map((order) =>
					order.filter((index) => outcomes[index] !== "ANOTHER_RUNS"),
				)
				.flatMap((order) => {
					const done = inOrder(
						before,
						imported.copy(),
						order.flatMap((index) => changes[index] ?? []),
					);
					const isAsReported = order.every(
						(index, position) =>
							done.isRefused[position] === (outcomes[index] === "REFUSED"),
					);
					return order.length > 0 && (isAsReported || isUnknown)
						? [done.changes]
						: [];
				});
		},
		leavesOpen: ["advances", ...(isUnknown ? ["invoices" as const] : [])],
	};
}

/** What imports lead to one after the other. */
function inOrder(
	before: Before,
	imported: LastImported,
	order: readonly ImportedChange[],
) {
	let { records } = before;
	const changes: Required<Pick<Changes, "invoices" | "vendors">> = {
		invoices: {},
		vendors: {},
	};
	const isRefused = order.map((change) => {
		const expected = expectedImport({ ...before, records }, change, imported);
		if (expected.isRefused) return true;
		const { invoices = {}, vendors = {} } = expected.changes?.({}) ?? {};
		for (const [slug, properties] of Object.entries(invoices))
			changes.invoices[slug] = { ...changes.invoices[slug], ...properties };
		Object.assign(changes.vendors, vendors);
		records = withInvoices(records, invoices);
		imported.note(change, "IMPORTED");
		return false;
	});
	return { changes, isRefused };
}

function withInvoices(
	records: ModelRecords,
	changed: Record<string, object>,
): ModelRecords {
	const invoices = new Map(records.invoices.map((one) => [one.slug, one]));
	for (const [slug, properties] of Object.entries(changed)) {
		// Unchecked cast: `expectedImport` gives these properties.
		const { amount, due, ...rest } = properties as {
			amount: number;
			due: number;
		};
		const amounts = { amount: toDecimal(amount), due: toDecimal(due) };
		const before = invoices.get(slug) ?? { slug, payments: [] };
		// Unchecked cast: the model reads no other properties.
		invoices.set(slug, {
			...before,
			...rest,
			...amounts,
		} as unknown as Invoice);
	}
	return { ...records, invoices: [...invoices.values()] };
}
