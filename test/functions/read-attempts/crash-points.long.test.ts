import { describe, expect, it } from "vitest";
import { findBatches } from "../../../shared/batches/batch-list.store.ts";
import { findInvoices } from "../../../shared/invoices/invoices.store.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { type Incident, startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	plainAdvance,
	raise,
	raisedAdvances,
} from "../vendor-advance/advances.ts";

const world = useWorld(() =>
	acmeWithAdvances({ invoices: payableInvoices(batchMin + 1) }),
);

/** The API key, its caller, and the idempotency claim: before its effect there is no attempt. */
const claimCall = 3;

const deaths = (calls: number): Incident[] =>
	(["before", "after"] as const).flatMap((when) =>
		Array.from({ length: calls }, (_, index) => ({
			when,
			call: index + 1,
			what: "die" as const,
		})),
	);

const hasClaimed = ({ call, when }: Incident) =>
	call > claimCall || (call === claimCall && when === "after");

/** At once, and when 330 s have passed: what is reported at once is not taken back. */
async function askTwice(operation: "mark-as-paid" | "vendor-advance") {
	const first = await world.getAttempt(operation, "k");
	passSeconds(world, 330);
	const last = await world.getAttempt(operation, "k");
	if (first.status === 404) {
		expect(last.status).toBe(404);
		return undefined;
	}
	expect(last.body.data.status).toBe("SETTLED");
	if (first.body.data.status === "SETTLED") expect(last).toEqual(first);
	for (const [index, { status }] of (first.body.data.results ?? []).entries())
		if (status === "RECORDED")
			expect(last.body.data.results[index].status).toBe("RECORDED");
	return last.body.data;
}

describe("R9: mark-as-paid, synchronous, killed at any call: the attempt says what the invoices say", () => {
	/** The first of two calls with 25 payments at most, which are sent at the same time. */
	const firstWrite = claimCall + 2;
	/** The claim, the invoices, the payments, the end of the request. */
	const calls = firstWrite + 2;
	const resources = [
		...resourcesOf(30),
		{ slug: "inv-0", amount: 5 },
		{ slug: "inv-1", amount: 91 },
		{ slug: "missing", amount: 1 },
	];

	async function payThrough(incident?: Incident) {
		const process = startProcess(world, incident);
		const options = { process, idempotencyKey: "k" };
		const answer = await pay(world, resources, options);
		return { answer, calls: process.calls() };
	}

	/** The invoices' own payments, by the positions in their ids. */
	async function recordedPositions() {
		const slugs = resources.map(({ slug }) => slug);
		const invoices = await findInvoices(world.table, "acme", slugs);
		const ids = [...invoices.values()].flatMap(({ payments }) =>
			payments.map(({ id }) => id),
		);
		return new Map(ids.map((id) => [Number(id.split("-")[1]), id]));
	}

	it("makes no more calls than it is killed at", async () => {
		expect(await payThrough()).toMatchObject({
			answer: { status: 200 },
			calls,
		});
	});

	it("R9: a write on its way while the attempt is RUNNING is found 330 s after the claim", async () => {
		let underway: unknown;
		const late: Incident = {
			call: firstWrite,
			when: "before",
			what: async () => {
				underway = (await world.getAttempt("mark-as-paid", "k")).body.data;
				passSeconds(world, 329);
			},
		};
		await payThrough(late);
		expect(underway).toMatchObject({ status: "RUNNING" });
		const recorded = await recordedPositions();
		expect(recorded.size).toBeGreaterThan(0);
		passSeconds(world, 1);
		const { results } = (await world.getAttempt("mark-as-paid", "k")).body.data;
		expect(
			results.filter(({ paymentId }: { paymentId: string }) => paymentId),
		).toHaveLength(recorded.size);
	});

	it.each(deaths(calls))("$when call $call", async (death) => {
		await payThrough(death);
		const attempt = await askTwice("mark-as-paid");
		const recorded = await recordedPositions();
		if (!hasClaimed(death)) {
			expect(attempt).toBeUndefined();
			expect(recorded.size).toBe(0);
			return;
		}
		expect(attempt.results).toEqual(
			resources.map(({ slug, amount }, position) => ({
				slug,
				amount,
				status: recorded.has(position) ? "RECORDED" : "NOT_RECORDED",
				paymentId: recorded.get(position) ?? null,
			})),
		);
		// One of the two calls may have been carried out.
		expect(recorded.size > 0).toBe(
			death.call > firstWrite ||
				(death.call === firstWrite && death.when === "after"),
		);
	});
});

describe("R9: mark-as-paid, a batch, killed at any call: the attempt names the batch that runs, or no batch runs", () => {
	/** The claim, the opening transaction, the chunks, the commit, the messages. */
	const calls = claimCall + 4;
	const commitCall = claimCall + 3;
	const resources = resourcesOf(batchMin + 1);

	it.each(deaths(calls))("$when call $call", async (death) => {
		const process = startProcess(world, death);
		await pay(world, resources, { process, idempotencyKey: "k" });
		const attempt = await askTwice("mark-as-paid");
		expect(attempt !== undefined).toBe(hasClaimed(death));

		// What the sweeper and the workers make of it.
		for (let round = 0; round < 2; round++) {
			passSeconds(world, sweepTimes.resendAfterSeconds + 1);
			await sweep(world);
			await workOff(world);
		}
		const [batch] = await findBatches(world.table, "acme");
		const isCommitted =
			death.call > commitCall ||
			(death.call === commitCall && death.when === "after");
		expect(batch !== undefined).toBe(isCommitted);
		const { payments } = await invoiceState(world, "inv-101");
		expect(payments).toHaveLength(isCommitted ? 1 : 0);
		expect(attempt?.bulkActionSlug ?? null).toBe(batch?.bulkActionSlug ?? null);
	});
});

describe.each([
	// The claim, what the advance refers to, the advance.
	["in a transaction", fullAdvance, claimCall + 2],
	["as a single item", plainAdvance, claimCall + 2],
])(
	"R9: vendor advance, %s, killed at any call: the attempt names the payment request that is there",
	(_, body, calls) => {
		async function raiseThrough(incident?: Incident) {
			const process = startProcess(world, incident);
			const options = { process, idempotencyKey: "k" };
			const answer = await raise(world, body, options);
			return { answer, calls: process.calls() };
		}

		it("makes no more calls than it is killed at", async () => {
			expect(await raiseThrough()).toMatchObject({
				answer: { status: 200 },
				calls,
			});
		});

		it.each(deaths(calls))("$when call $call", async (death) => {
			await raiseThrough(death);
			const attempt = await askTwice("vendor-advance");
			expect(attempt !== undefined).toBe(hasClaimed(death));
			const [created = null] = await raisedAdvances(world);
			expect(created !== null).toBe(
				death.call === calls && death.when === "after",
			);
			expect(attempt?.paymentRequestId ?? null).toBe(created);
		});
	},
);

describe("R9: vendor advance, refused, killed at any call: the attempt names no payment request", () => {
	/** The claim, what the advance refers to, the end of the request. */
	const calls = claimCall + 2;

	it.each(deaths(calls))("$when call $call", async (death) => {
		const process = startProcess(world, death);
		const refused = { ...plainAdvance, vendorId: "v-unknown" };
		await raise(world, refused, { process, idempotencyKey: "k" });
		expect(process.calls()).toBe(death.call);
		const { body } = await world.getAttempt("vendor-advance", "k");
		const hasEnded = death.call === calls && death.when === "after";
		if (hasClaimed(death))
			expect(body.data.status).toBe(hasEnded ? "SETTLED" : "RUNNING");
		const attempt = await askTwice("vendor-advance");
		expect(attempt !== undefined).toBe(hasClaimed(death));
		expect(attempt?.paymentRequestId ?? null).toBeNull();
		expect(await raisedAdvances(world)).toEqual([]);
	});
});
