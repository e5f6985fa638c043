import { expect } from "vitest";
import type { AdvanceState } from "../../../shared/payment-requests/payment-request.ts";
import type { Answer } from "../../support/world.ts";
import type { Records } from "../records.ts";
import type { Reported } from "../reported.ts";
import { LastImported } from "./last-imported.ts";
import type { Action, Target } from "./step.ts";

/** `ANOTHER_RUNS`: it is refused since another import of the organization runs. */
export type ImportOutcome = "IMPORTED" | "REFUSED" | "ANOTHER_RUNS";

/** What was reported about records to the clients of one history, and what follows from it for every later answer. */
export class Known {
	/** Ids of created orders. */
	readonly orders: string[] = [];
	/** Ids of created invoices, each as often as its creation was reported. */
	readonly invoices: string[] = [];
	/** Ids of accepted batches. */
	readonly batches: string[] = [];
	/** Ids of payment runs. */
	readonly runs: string[] = [];
	/** Ids of payment requests. */
	readonly requests: string[] = [];
	readonly imported = new LastImported();
	/** By id of an advance: the state in the file that named it last. `UNKNOWN`: something disturbed its import. */
	readonly decidedElsewhere = new Map<string, AdvanceState | "UNKNOWN">();
	/** Outcomes of the last two concurrent imports. */
	importedTogether: ImportOutcome[] = [];
	readonly reported: Reported;
	readonly #skus: string[] = [];
	readonly #vendors: { id: string; name: string }[] = [];
	readonly #versions = new Map<string, number>();
	readonly #paid = new Map<string, number>();

	constructor(reported: Reported) {
		this.reported = reported;
	}

	/** Notes an answer that its client has received. */
	note(action: Action, { status, body }: Answer) {
		const { runId } = body?.data ?? body?.error ?? {};
		if (runId !== undefined) this.#noteRun(runId);
		if (status !== 200) return;
		switch (action.kind) {
			case "pay":
			case "payMany":
				if (body.data.bulkActionSlug)
					this.batches.push(body.data.bulkActionSlug);
				return;
			case "changeRun":
				this.#noteVersion(runId, body.data.version);
				if (body.data.state === "RELEASED") this.#noteBatch(runId);
				return;
			case "raise":
				this.requests.push(body.data.paymentRequestId);
				return;
			case "createInvoices":
				for (const { id } of body.data.created) this.invoices.push(id);
				return;
			case "createSkus":
				for (const { itemCode } of body.data.created)
					this.#skus.push(itemCode.toLowerCase());
				return;
			case "createVendor":
				this.#vendors.push({ ...action.vendor, id: body.data.vendorId });
				return;
			case "createOrder":
				this.orders.push(body.data.poId);
				return;
			case "patchInvoice":
				this.#noteVersion(body.data.id, body.data.version);
				return;
			case "patchOrder":
				this.#noteVersion(body.data.poId, body.data.version);
				return;
			default:
				return;
		}
	}

	/** What was known when a read began: what it shows may be newer, never older (R1, "Consistency"). */
	beginRead(): (target: Target, answer: Answer) => void {
		const { orders, invoices, batches, runs, requests } = this;
		const existing = new Set(
			[orders, invoices, batches, runs, requests].flat(),
		);
		const versions = new Map(this.#versions);
		const paidBefore = new Map(this.#paid);
		return ({ path, id }, { status, body }) => {
			if (existing.has(id))
				expect({ path, id, status }).toMatchObject({ status: 200 });
			if (status !== 200) return;
			const { version, paid } = body.data;
			if (version === undefined) return;
			expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 1);
			this.#noteVersion(id, version);
			if (paid === undefined || this.#mayBeReversed(id)) return;
			expect(paid).toBeGreaterThanOrEqual(paidBefore.get(id) ?? 0);
			this.#paid.set(id, Math.max(paid, this.#paid.get(id) ?? 0));
		};
	}

	/** Has a client sent a reversal of a payment of this invoice? */
	#mayBeReversed = (id: string) =>
		this.reported.writes.some(
			({ action }) =>
				action.kind === "request" &&
				action.url.startsWith(`/v1.0/invoice/${id}/payments/`),
		);

	/** Its release may be answered several times. */
	#noteBatch(bulkActionSlug: string) {
		if (!this.batches.includes(bulkActionSlug))
			this.batches.push(bulkActionSlug);
	}

	/** One that was created, or that the refusal of the same list names. */
	#noteRun(runId: string) {
		if (!this.runs.includes(runId)) this.runs.push(runId);
	}

	#noteVersion(id: string, version: number) {
		this.#versions.set(id, Math.max(version, this.#versions.get(id) ?? 0));
	}

	/** In the end, the records have what was reported, once. */
	expectIn(records: Records) {
		const { invoices, purchaseOrders, skus, vendors } = records;
		const { batches, paymentRuns } = records;
		const slugs = batches.map(({ bulkActionSlug }) => bulkActionSlug);
		expect(slugs).toEqual(expect.arrayContaining(this.batches));

		const runs = paymentRuns.map(({ runId }) => runId);
		expect(runs).toEqual(expect.arrayContaining(this.runs));

		expect(new Set(this.invoices).size).toBe(this.invoices.length);
		expect(invoices.map(({ slug }) => slug)).toEqual(
			expect.arrayContaining(this.invoices),
		);

		expect(new Set(this.orders).size).toBe(this.orders.length);
		const orders = purchaseOrders.map(({ id }) => id);
		expect(orders).toEqual(expect.arrayContaining(this.orders));

		const codes = skus.map(({ itemCode = "" }) => itemCode.toLowerCase());
		expect(new Set(codes).size).toBe(codes.length);
		expect(new Set(this.#skus).size).toBe(this.#skus.length);
		expect(codes).toEqual(expect.arrayContaining(this.#skus));

		const ids = vendors.map(({ id }) => id);
		expect(ids).toEqual(
			expect.arrayContaining(this.#vendors.map(({ id }) => id)),
		);
	}
}
