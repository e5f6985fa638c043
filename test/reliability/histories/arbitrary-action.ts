import fc from "fast-check";
import { toInvoiceId } from "../../../shared/invoices/invoice-id.ts";
import { advanceStates } from "../../../shared/payment-requests/payment-request.ts";
import {
	fullAdvance,
	plainAdvance,
} from "../../functions/vendor-advance/advances.ts";
import { batchMin } from "../../support/batches.ts";
import { everyEndpoint } from "../../support/every-endpoint.ts";
import {
	arbitraryChoice,
	mediumAdvance,
	type RaisedAdvance,
} from "../transitions.ts";
import { draft } from "./draft.ts";
import type { RunContent, RunList } from "./run-lists.ts";
import type { Action, OrderPatch, RunChange } from "./step.ts";

const vendorIds = ["v-1", "v-1", "v-2", "v-new"];
const invoiceNumbers = ["N-1", "n-1", "N-2"];
const createdIds = ["N-1", "N-2"].map((number) => toInvoiceId("v-1", number));
const slugs = ["inv-0", "inv-1", "inv-2", "inv-3", "inv-4", "inv-5"];

const amount = fc.integer({ min: 1, max: 12_000 }).map((cents) => cents / 100);
const id = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...slugs) },
	{ weight: 3, arbitrary: fc.constantFrom(...createdIds) },
	{ weight: 1, arbitrary: fc.constant("missing") },
);
const resource = fc.record({ slug: id, amount });
const index = fc.nat(20);
const state = fc.constantFrom("DRAFTED", "APPROVED");

const kind = <Kind extends Action["kind"]>(name: Kind) => fc.constant(name);

const payment: fc.Arbitrary<Action> = fc.record({
	kind: kind("pay"),
	resources: fc.array(resource, { minLength: 1, maxLength: 6 }),
	copies: fc.constantFrom(1, 1, 2),
});

/** A batch that pays few invoices has some larger chunks. */
const batch: fc.Arbitrary<Action> = fc
	.record({
		pattern: fc.array(resource, { minLength: 2, maxLength: 8 }),
		count: fc.integer({ min: batchMin, max: batchMin + 49 }),
	})
	.map(({ pattern, count }) => ({
		kind: "payMany",
		resources: Array.from({ length: count }, (_, position) => {
			// Unchecked: the pattern is not empty.
			const { slug, amount } = pattern[position % pattern.length] as {
				slug: string;
				amount: number;
			};
			return { slug, amount: Math.max(0.01, Math.round(amount) / 100) };
		}),
	}));

const advance: fc.Arbitrary<Action> = fc
	.constantFrom<RaisedAdvance>(
		plainAdvance,
		fullAdvance,
		mediumAdvance,
		{ ...fullAdvance, purchaseOrderLinkId: "po-held" },
		{ ...plainAdvance, purchaseOrderLinkId: "po-drafted" },
	)
	.map((body) => ({ kind: "raise", body }));

/** Mostly of the latest request. */
const transit: fc.Arbitrary<Action> = fc
	.record({
		kind: kind("transit"),
		index: fc.constantFrom(1, 1, 1, 1, 2, 3, 4),
		choice: arbitraryChoice,
		asCfo: fc.boolean(),
	})
	.map((action) => ({
		...action,
		// Only an approver, who may not ask for payments.
		asCfo: action.asCfo && action.choice.kind === "decision",
	}));

const decisionElsewhere: fc.Arbitrary<Action> = fc.record({
	kind: kind("decideElsewhere"),
	index: fc.constantFrom(1, 1, 1, 2, 3),
	state: fc.constantFrom(...advanceStates),
});

const invoices: fc.Arbitrary<Action> = fc.record({
	kind: kind("createInvoices"),
	invoices: fc.array(
		fc.record({
			vendorId: fc.constantFrom(...vendorIds),
			invoiceNumber: fc.constantFrom(...invoiceNumbers),
			amount,
			state,
		}),
		{ minLength: 1, maxLength: 3 },
	),
});

const invoicePatch: fc.Arbitrary<Action> = fc.record({
	kind: kind("patchInvoice"),
	id,
	patch: fc.record(
		{
			state: fc.constantFrom("DRAFTED", "APPROVED", "VOID"),
			amount,
			description: fc.constantFrom("Steel", "Paper", null),
		},
		{ requiredKeys: [] },
	),
});

const reversal: fc.Arbitrary<Action> = fc.record({
	kind: kind("reverse"),
	id,
	index,
	// The longest reason makes an invoice move its payments to a page soon.
	reason: fc.constantFrom("Wrong invoice", "Returned", "😀".repeat(500)),
});

const skus: fc.Arbitrary<Action> = fc.record({
	kind: kind("createSkus"),
	skus: fc.array(
		fc.record({
			name: fc.constantFrom("Rod", "rod", "Bar"),
			itemCode: fc.constantFrom("ROD-1", "rod-1", "BAR-1", "BAR-2"),
		}),
		{ minLength: 1, maxLength: 3 },
	),
});

const vendor: fc.Arbitrary<Action> = fc.record({
	kind: kind("createVendor"),
	vendor: fc.record({
		vendorId: fc.constantFrom("v-1", "v-new"),
		name: fc.constantFrom("Steel Traders", "Other"),
	}),
});

const vendorPatch: fc.Arbitrary<Action> = fc.record({
	kind: kind("patchVendor"),
	vendorId: fc.constantFrom("v-new", "v-new", "v-new", "none"),
	name: fc.constantFrom("Steel Traders", "Other", "Renamed"),
});

const order: fc.Arbitrary<Action> = fc.record({
	kind: kind("createOrder"),
	isComplete: fc.boolean(),
});

const orderPatch: fc.Arbitrary<Action> = fc.record({
	kind: kind("patchOrder"),
	index,
	patch: fc.constantFrom<OrderPatch>(
		draft,
		{ ...draft, vendorId: "v-1", description: "Steel", state: "ACTIVE" },
		{ description: "Steel" },
		{ description: "Paper", vendorId: "v-2" },
		{ vendorId: "v-1", description: "Steel", paymentTerms: "30 days" },
		{ state: "ACTIVE" },
		{ description: null },
	),
});

/** Without the event feed, which follows the records later (R11). */
const readPaths = everyEndpoint
	.filter(({ method, path }) => method === "GET" && path !== "/v1.0/event")
	.map(({ path }) => path);

/** Mostly of a record, or of an attempt: there are many to choose from. */
const read: fc.Arbitrary<Action> = fc.record({
	kind: kind("read"),
	path: fc.oneof(
		fc.constantFrom(...readPaths),
		fc.constantFrom(
			...readPaths.filter(
				(path) => /\{|attempt/.test(path) && !/tag/.test(path),
			),
		),
	),
	index,
});

const change = fc.constantFrom(
	"NONE",
	"VENDORS",
	"LARGER_INVOICE",
	"SMALLER_INVOICE",
	"NUMBERED_INVOICE",
	"MOVED_ADVANCE",
);

const stop: fc.Arbitrary<Action> = fc.record({
	kind: kind("stop"),
	index,
	reason: fc.constantFrom("wrong file", "leaked key"),
});

const run: fc.Arbitrary<Action> = fc.record({
	kind: kind("createRun"),
	list: fc.constantFrom<RunList>("FEW", "FEW", "OTHERS", "MANY"),
	leaveOut: fc.constantFrom<RunContent["leaveOut"]>(
		["ALREADY_RECORDED", "REPEATED"],
		["ALREADY_RECORDED"],
		[],
	),
	repeatOf: fc.constantFrom("first", "second"),
	copies: fc.constantFrom(1, 1, 2),
});

/** Mostly of the latest run. */
const runChange: fc.Arbitrary<Action> = fc.record({
	kind: kind("changeRun"),
	index: fc.constantFrom(0, 0, 0, 1, 2),
	changes: fc.constantFrom<RunChange[]>(
		["release"],
		["release"],
		["discard"],
		["release", "discard"],
		["release", "release", "discard"],
	),
});

const operator: fc.Arbitrary<Action> = fc.oneof(
	fc.record({ kind: kind("import"), change }),
	fc.record({
		kind: kind("importTogether"),
		changes: fc.tuple(change, change),
	}),
	fc.record({
		kind: fc.constantFrom("lock", "unlock"),
		slug: fc.constantFrom("inv-0", "inv-1", "inv-3"),
	}),
	fc.record({ kind: fc.constantFrom("hold", "release") }),
);

export const arbitraryAction: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 8, arbitrary: payment },
	{ weight: 6, arbitrary: batch },
	{
		weight: 8,
		arbitrary: fc.record({
			kind: kind("work"),
			delivery: fc.constantFrom("EACH", "EACH", "TOGETHER", "TWICE", "LOST"),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: kind("sweep") }) },
	{ weight: 3, arbitrary: stop },
	{ weight: 5, arbitrary: run },
	{ weight: 8, arbitrary: runChange },
	{ weight: 4, arbitrary: advance },
	{ weight: 10, arbitrary: transit },
	{ weight: 2, arbitrary: decisionElsewhere },
	{ weight: 4, arbitrary: invoices },
	{ weight: 4, arbitrary: invoicePatch },
	{ weight: 5, arbitrary: reversal },
	{ weight: 2, arbitrary: skus },
	{ weight: 2, arbitrary: vendor },
	{ weight: 2, arbitrary: vendorPatch },
	{ weight: 2, arbitrary: order },
	{ weight: 5, arbitrary: orderPatch },
	{ weight: 12, arbitrary: read },
	{ weight: 1, arbitrary: fc.record({ kind: kind("trespass"), id }) },
	{ weight: 6, arbitrary: operator },
);
