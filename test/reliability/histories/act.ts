import {
	holdBatches,
	releaseBatches,
} from "../../../tools/operator/batches/hold-batches.ts";
import { OrganizationFileError } from "../../../tools/organization-files/organization-file-error.ts";
import { newInvoice } from "../../support/created-invoices.ts";
import type { Answer } from "../../support/world.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import { cfoKey, organizationId } from "../organization.ts";
import { toTransition } from "../transitions.ts";
import type { User } from "../user.ts";
import { changedFile } from "./changed-file.ts";
import { chosenRun } from "./chosen-run.ts";
import { deliverWaiting } from "./deliver-waiting.ts";
import { draft } from "./draft.ts";
import type { ImportOutcome, Known } from "./known.ts";
import { patchedOrder } from "./patched-order.ts";
import { readUrl, targetOf } from "./read-url.ts";
import { reversedPayment } from "./reversed-payment.ts";
import { toSentRun } from "./run-lists.ts";
import type { Action, ImportedChange } from "./step.ts";
import { stoppedBatch } from "./stopped-batch.ts";
import { decidedElsewhere, transitedRequest } from "./transited-request.ts";

const orders = "/v1.0/procurement/purchase-order";
const runs = "/v1.0/payment/run";

/**
 * Does one thing over the user's process.
 *
 * @param key Distinguishes what needs a name of its own.
 * @returns Every answer of the service; none of an operator's command or a worker.
 */
export async function act(
	user: User,
	action: Action,
	known: Known,
	key: string,
): Promise<Answer[]> {
	const { world, process } = user;
	const { now } = world.time;
	switch (action.kind) {
		case "pay":
			return Promise.all(
				Array.from({ length: action.copies }, () =>
					user.pay(key, action.resources),
				),
			);
		case "payMany":
			return [await user.pay(key, action.resources)];
		case "raise":
			return [await user.raise(key, action.body)];
		case "transit": {
			const id = transitedRequest(action, known);
			const { body: read } = await user.send(
				"GET",
				`/v1.0/payment/request/${id}`,
			);
			const { name, body, ifMatch } = toTransition(action.choice, read.data);
			return [
				await user.transit(id, name, body, {
					...(ifMatch !== undefined && { ifMatch }),
					...(action.asCfo && { key: cfoKey }),
				}),
			];
		}
		case "createInvoices": {
			const invoices = action.invoices.map(newInvoice);
			return [await user.send("POST", "/v1.0/invoice/bulk", { invoices })];
		}
		case "patchInvoice": {
			const url = `/v1.0/invoice/${action.id}`;
			return [await user.send("PATCH", url, action.patch)];
		}
		case "reverse": {
			const payments = `/v1.0/invoice/${action.id}/payments`;
			const { body } = await user.send("GET", `${payments}?limit=100`);
			const id = reversedPayment(action, body.data?.items ?? []);
			const url = `${payments}/${id}/reversal`;
			return [await user.send("POST", url, { reason: action.reason })];
		}
		case "createSkus": {
			const { skus } = action;
			return [await user.send("POST", "/v1.0/inventory/skus/bulk", { skus })];
		}
		case "createVendor":
			return [await user.send("POST", "/v1.0/vendor", action.vendor)];
		case "patchVendor": {
			const url = `/v1.0/vendor/${action.vendorId}`;
			return [await user.send("PATCH", url, { name: action.name })];
		}
		case "createOrder": {
			const order = { ...draft, poNumber: key };
			const body = action.isComplete ? { ...order, ...completed } : order;
			return [await user.send("POST", orders, body)];
		}
		case "patchOrder": {
			const id = patchedOrder(action, known);
			return [await user.send("PATCH", `${orders}/${id}`, action.patch)];
		}
		case "read": {
			const target = targetOf(action, known);
			const check = known.beginRead();
			const url = readUrl(target);
			const isAttempt = target.path.includes("attempt");
			const options = isAttempt ? { idempotencyKey: target.id } : {};
			const answer = await user.send("GET", url, undefined, options);
			if (answer.status < 500) check(target, answer);
			return [answer];
		}
		case "trespass":
			return trespass(user, action.id, key);
		case "work":
			await deliverWaiting(user, action.delivery);
			return [];
		case "stop":
			return [await user.stop(stoppedBatch(action, known), action.reason)];
		case "createRun": {
			const run = toSentRun(action);
			return Promise.all(
				Array.from({ length: action.copies }, () =>
					user.send("POST", runs, run),
				),
			);
		}
		case "changeRun": {
			const url = `${runs}/${chosenRun(action, known)}`;
			return Promise.all(
				action.changes.map((change) => user.send("POST", `${url}/${change}`)),
			);
		}
		case "sweep":
			await user.sweep();
			return [];
		case "import":
			await user.import(changedFile(action.change));
			return [];
		case "decideElsewhere":
			await user.import(decidedElsewhere(action, known));
			return [];
		case "importTogether":
			known.importedTogether = await importTogether(user, action.changes);
			return [];
		case "lock":
			await user.lock(action.slug, 60_000);
			return [];
		case "unlock":
			await user.unlock(action.slug);
			return [];
		case "hold":
			await holdBatches(process.table, organizationId, now);
			return [];
		case "release":
			await releaseBatches(process.table, organizationId);
			return [];
	}
}

const completed = {
	vendorId: "v-1",
	description: "Steel",
	paymentTerms: "30 days",
	state: "ACTIVE",
};

/** @throws What an import throws that is no refusal. */
async function importTogether(
	user: User,
	[change, other]: readonly [ImportedChange, ImportedChange],
): Promise<ImportOutcome[]> {
	const second = user.over(startFaultyProcess(user.world));
	const ended = await Promise.allSettled([
		user.import(changedFile(change)),
		second.import(changedFile(other)),
	]);
	return ended.map((outcome) => {
		if (outcome.status === "fulfilled") return "IMPORTED";
		const { reason } = outcome;
		if (!(reason instanceof OrganizationFileError)) throw reason;
		return reason.pointer === null ? "ANOTHER_RUNS" : "REFUSED";
	});
}

/** Another organization asks for an invoice that it does not have. */
async function trespass(
	user: User,
	id: string,
	idempotencyKey: string,
): Promise<Answer[]> {
	const slug = ["inv-0", "inv-1", "inv-2"].includes(id) ? "inv-4" : id;
	const resources = [{ slug, amount: 1 }];
	const key = "globex-key";
	const url = `/v1.0/invoice/${slug}`;
	return [
		await user.send("GET", url, undefined, { key }),
		await user.send("PATCH", url, { state: "VOID" }, { key }),
		await user.send(
			"POST",
			`${url}/payments/${idempotencyKey}/reversal`,
			{ reason: "Not theirs" },
			{ key },
		),
		await user.send(
			"POST",
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources },
			{ key, idempotencyKey },
		),
	];
}
