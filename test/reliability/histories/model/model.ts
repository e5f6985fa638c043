import { chosenRun } from "../chosen-run.ts";
import type { Known } from "../known.ts";
import { patchedOrder } from "../patched-order.ts";
import type { Action } from "../step.ts";
import { stoppedBatch } from "../stopped-batch.ts";
import { transitedRequest } from "../transited-request.ts";
import { expectedAdvance } from "./advances.ts";
import type { Before } from "./before.ts";
import {
	expectedHold,
	expectedLock,
	expectedRelease,
	expectedUnlock,
} from "./commands.ts";
import type { Expected } from "./expected.ts";
import { expectedImport, expectedImports } from "./imports.ts";
import { expectedCreation, expectedInvoicePatch } from "./invoices.ts";
import { expectedOrder, expectedOrderPatch } from "./orders.ts";
import { expectedBatch, expectedPayment, expectedStop } from "./payments.ts";
import { expectedRead } from "./reads/expected-read.ts";
import {
	expectedSkus,
	expectedVendor,
	expectedVendorPatch,
} from "./reference-data.ts";
import { expectedReversal } from "./reversals.ts";
import { expectedRun, expectedRunChange } from "./runs.ts";
import { expectedElsewhere, expectedTransition } from "./transitions.ts";

/** What there is when something begins that no one disturbs, and what it leads to. */
export interface Model {
	before: Before;
	expected: Expected;
}

/** The model: what the specification and the pages of the subjects say of an action. */
export const toModel = (
	before: Before,
	action: Action,
	known: Known,
): Model => ({ before, expected: expectedOf(before, action, known) });

function expectedOf(before: Before, action: Action, known: Known): Expected {
	switch (action.kind) {
		case "pay":
			return expectedPayment(before, action.resources);
		case "payMany":
			return expectedBatch(before, action.resources);
		case "raise":
			return expectedAdvance(before, action.body);
		case "transit":
			return expectedTransition(
				before,
				transitedRequest(action, known),
				action,
			);
		case "createInvoices":
			return expectedCreation(before, action.invoices);
		case "patchInvoice":
			return expectedInvoicePatch(before, action);
		case "reverse":
			return expectedReversal(before, action);
		case "createSkus":
			return expectedSkus(before, action.skus);
		case "createVendor":
			return expectedVendor(before, action.vendor);
		case "patchVendor":
			return expectedVendorPatch(before, action);
		case "createOrder":
			return expectedOrder(action);
		case "patchOrder":
			return expectedOrderPatch(
				before,
				patchedOrder(action, known),
				action.patch,
			);
		case "read":
			return expectedRead(before, action, known);
		case "trespass":
			return {};
		// Which chunk of a batch comes first is the queue's: the invariants judge what has become of it in the end.
		case "work":
			return { leavesOpen: ["invoices", "batches", "guard"] };
		case "stop":
			return expectedStop(before, stoppedBatch(action, known), action.reason);
		case "createRun":
			return expectedRun(before, action);
		case "changeRun":
			return expectedRunChange(
				before,
				chosenRun(action, known),
				action.changes,
			);
		case "sweep":
			return { leavesOpen: ["batches", "guard"] };
		case "import":
			return expectedImport(before, action.change, known.imported);
		case "decideElsewhere":
			return expectedElsewhere(before, action, known);
		case "importTogether":
			return expectedImports(before, action.changes, known);
		case "lock":
			return expectedLock(before, action.slug);
		case "unlock":
			return expectedUnlock(before, action.slug);
		case "hold":
			return expectedHold(before);
		case "release":
			return expectedRelease(before);
	}
}
