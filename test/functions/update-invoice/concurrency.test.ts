import { describe, expect, it } from "vitest";
import { withRetryTime } from "../../../shared/dynamodb/table.ts";
import { changeInvoice } from "../../../shared/invoices/change-invoice.store.ts";
import {
	findWrite,
	logWrite,
} from "../../../shared/invoices/item/write-log.store.ts";
import type { RetryTime } from "../../../shared/timing/retry-time.ts";
import {
	before as actBefore,
	failBefore,
	heldBack,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import type { Effect, Fault } from "../../support/aws-gateway/faults/faults.ts";
import { statementOutcomes } from "../../support/call-outcomes.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acmeWithVendors);

const patch = (
	id: string,
	body: object,
	headers: Record<string, string> = {},
) => patchInvoice(world, id, body, { headers });

const approvedInvoice = () => createInvoice(world, { state: "APPROVED" });

/** Acts on the service's writes. */
const fault = (effect: Effect, options: Partial<Fault> = { times: 1 }) =>
	world.addFault({ operation: "BatchExecuteStatement", effect, ...options });

describe("R5: of a VOID and a payment at the same time exactly one happens", () => {
	const voided = { state: "VOID", due: "100", payments: 0 };
	const paid = { state: "APPROVED", due: "60", payments: 1 };

	it("a payment before the VOID is written", async () => {
		const id = await approvedInvoice();
		fault(actBefore(() => payInvoice(world, id, 40)));
		expect(await patch(id, { state: "VOID" })).toMatchObject({
			status: 409,
			body: { error: { code: "INVALID_STATE_TRANSITION" } },
		});
		expect(await storedInvoice(world, id)).toMatchObject(paid);
	});

	it("a VOID before the payment is written", async () => {
		const id = await approvedInvoice();
		fault(actBefore(() => patch(id, { state: "VOID" })));
		expect(await payInvoice(world, id, 40)).toMatchObject({
			status: "SKIPPED",
			reason: "LOCK_HELD",
		});
		expect(await payInvoice(world, id, 40)).toMatchObject({
			status: "ERROR",
			reason: "INVALID_STATE",
		});
		expect(await storedInvoice(world, id)).toMatchObject(voided);
	});

	it("side by side, again and again", async () => {
		for (let round = 0; round < 15; round++) {
			const id = await createInvoice(world, {
				invoiceNumber: `R-${round}`,
				state: "APPROVED",
			});
			const [result, answer] = await Promise.all([
				payInvoice(world, id, 40),
				patch(id, { state: "VOID" }),
			]);
			const isPaid = result.status === "DONE";
			expect(answer.status).toBe(isPaid ? 409 : 200);
			if (!isPaid)
				expect(["INVALID_STATE", "LOCK_HELD"]).toContain(result.reason);
			expect(await storedInvoice(world, id)).toMatchObject(
				isPaid ? paid : voided,
			);
		}
	});
});

describe("R1: of concurrent patches none is lost", () => {
	it("patches of different properties all take effect", async () => {
		const id = await createInvoice(world);
		const bodies = [
			{ amount: 7 },
			{ currency: "USD" },
			{ dueDate: "2026-12-24" },
			{ description: "Steel" },
			{ invoiceDate: "2026-11-02" },
		];
		const answers = await Promise.all(bodies.map((body) => patch(id, body)));
		expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
		expect(await storedInvoice(world, id)).toMatchObject({
			...Object.assign({}, ...bodies),
			amount: "7",
			version: 6,
		});
		const versions = answers.map(({ body }) => body.data.version);
		expect(versions.sort()).toEqual([2, 3, 4, 5, 6]);
	});

	it("12 patches, each of which changes the invoice, raise the version 12 times", async () => {
		const id = await createInvoice(world);
		const answers = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				patch(id, { description: `Patch ${index}` }),
			),
		);
		const versions = answers.map(({ body }) => body.data.version);
		expect(new Set(versions).size).toBe(12);
		expect(Math.max(...versions)).toBe(13);
		const last = versions.indexOf(13);
		expect(await storedInvoice(world, id)).toMatchObject({
			description: `Patch ${last}`,
		});
	});

	it("with If-Match exactly one takes effect", async () => {
		const id = await createInvoice(world);
		const answers = await Promise.all(
			Array.from({ length: 16 }, (_, index) =>
				patch(id, { amount: index + 1 }, { "if-match": '"1"' }),
			),
		);
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array(15).fill(412)]);
		const winner = answers.findIndex(({ status }) => status === 200);
		expect(await storedInvoice(world, id)).toMatchObject({
			amount: `${winner + 1}`,
			version: 2,
		});
	});

	it("a patch of a draft that is approved and paid meanwhile is refused", async () => {
		const id = await createInvoice(world);
		fault(
			actBefore(async () => {
				await patch(id, { state: "APPROVED" });
				await payInvoice(world, id, 40);
			}),
		);
		// Decided anew: the invoice is no draft any more.
		expect(await patch(id, { amount: 10 })).toMatchObject({ status: 409 });
		expect(await storedInvoice(world, id)).toMatchObject({
			amount: "100",
			due: "60",
		});
	});
});

describe("R1: with any outcome of its write, a patch takes effect once, and is reported to", () => {
	it.each(statementOutcomes)("%s", async (_, effect) => {
		const id = await createInvoice(world);
		const injected = fault(effect, { times: 2 });
		const answer = await patch(id, { state: "VOID" }, { "if-match": '"1"' });
		expect(injected.hits).toBeGreaterThan(0);
		expect(answer).toMatchObject({
			status: 200,
			body: { data: { id, state: "VOID", version: 2 } },
		});
		expect(await storedInvoice(world, id)).toMatchObject({
			state: "VOID",
			version: 2,
		});
	});

	it.each<[string, (id: string) => Promise<unknown>, object]>([
		[
			"a payment",
			(id) => payInvoice(world, id, 40),
			{ state: "APPROVED", due: "60", version: 3 },
		],
		[
			"another patch",
			(id) => patch(id, { state: "VOID" }),
			{ state: "VOID", version: 3 },
		],
		[
			"two other patches",
			async (id) => {
				await patch(id, { state: "VOID" });
				await patch(id, { state: "DRAFTED" });
			},
			{ state: "DRAFTED", version: 4 },
		],
	])("a lost answer, and %s before it is looked up", async (_, act, after) => {
		const id = await createInvoice(world);
		fault(async (call, forward) => {
			const answer = await loseAnswer()(call, forward);
			await act(id);
			return answer;
		});
		expect(await patch(id, { state: "APPROVED" })).toMatchObject({
			status: 200,
			body: { data: { state: "APPROVED", version: 2 } },
		});
		expect(await storedInvoice(world, id)).toMatchObject(after);
	});

	it("an answer that was lost too long ago to find out the outcome is a 500, and nothing is changed twice", async () => {
		const id = await createInvoice(world);
		fault(async (call, forward) => {
			const answer = await loseAnswer()(call, forward);
			for (const state of ["VOID", "DRAFTED", "APPROVED", "VOID"])
				await patch(id, { state });
			return answer;
		});
		expect(await patch(id, { state: "APPROVED" })).toMatchObject({
			status: 500,
		});
		expect(await storedInvoice(world, id)).toMatchObject({
			state: "VOID",
			version: 6,
		});
	});

	it("a write without effect that another one has overtaken is not looked up again, so many later patches do not cause a 500", async () => {
		const id = await createInvoice(world);
		fault(async (call, forward) => {
			const answer = await failBefore()(call, forward);
			await patch(id, { amount: 5 });
			const others = actBefore(async () => {
				for (const amount of [6, 7, 8, 9]) await patch(id, { amount });
			});
			fault(others);
			return answer;
		});
		expect(await patch(id, { state: "APPROVED" })).toMatchObject({
			status: 200,
			body: { data: { state: "APPROVED", version: 7 } },
		});
		expect(await storedInvoice(world, id)).toMatchObject({
			state: "APPROVED",
			amount: "9",
			version: 7,
		});
	});

	it("a write that lands after it was given up and repeated changes nothing", async () => {
		const id = await createInvoice(world);
		const late = heldBack();
		fault(late.effect);
		await patch(id, { state: "APPROVED" });
		await payInvoice(world, id, 40);
		expect(await late.land()).toBe(1);
		expect(await storedInvoice(world, id)).toMatchObject({
			state: "APPROVED",
			due: "60",
			version: 3,
		});
	});

	it("a store that cannot be read is a 500, and nothing is changed", async () => {
		const id = await createInvoice(world);
		world.addFault({
			operation: "BatchGetItem",
			effect: failBefore(),
		});
		expect(await patch(id, { amount: 5 })).toMatchObject({
			status: 500,
			body: { error: { code: "INTERNAL_ERROR" } },
		});
		expect(await storedInvoice(world, id)).toMatchObject({ version: 1 });
	});
});

it("R1: a log that is short, because payments made the versions before it, shows that a write had no effect", () => {
	const write = { version: 2, attemptId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" };
	const later = { version: 3, attemptId: "01ARZ3NDEKTSV4RRFFQ69G5FAW" };
	expect(findWrite(logWrite([], later), write)).toBe("LOST");
	expect(findWrite(logWrite([], write), write)).toBe("LANDED");
});

it("R1: a full log shows only the versions back to which it reaches", () => {
	const attemptId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
	const log = [2, 3, 4, 5].reduce(
		(writes, version) => logWrite(writes, { version, attemptId }),
		logWrite([], { version: 1, attemptId }),
	);
	expect(log).toEqual([3, 4, 5].map((v) => `${v}:TSV4RRFFQ69G5FAV`));
	const other = "01ARZ3NDEKTSV5RRFFQ69G5FAV";
	const found = [2, 3, 4].map((version) =>
		findWrite(log, { version, attemptId: other }),
	);
	expect(found).toEqual(["FORGOTTEN", "LOST", "LOST"]);
});

it("R1: rivals that leave no chance end in an error, with nothing changed", async () => {
	const id = await createInvoice(world);
	const { table } = world.dependencies;
	let rivals = 0;
	fault(
		actBefore(async () => {
			rivals += 1;
			await changeInvoice(world.table, {
				organizationId: "acme",
				id,
				attemptId: `rival-${rivals}-0123456789`,
				decide: (invoice) => ({ ...invoice, state: "APPROVED" }),
			});
		}),
		{},
	);
	// The time for retries is over when the third rival has come.
	const retryTime: RetryTime = {
		millisecondsLeft: () => (rivals < 3 ? 1_000 : 0),
		longestPauseMilliseconds: 10,
		extended: () => retryTime,
	};
	const change = changeInvoice(withRetryTime(table, retryTime), {
		organizationId: "acme",
		id,
		attemptId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
		decide: (invoice) => ({ ...invoice, state: "VOID" }),
	});
	await expect(change).rejects.toThrow("The invoice was not changed");
	expect(await storedInvoice(world, id)).toMatchObject({
		state: "APPROVED",
		version: 1 + rivals,
	});
});

describe("R5: if a function is killed at any call, the invoice is as it was, or patched once", () => {
	it.each(["before", "after"] as const)("%s the call", async (when) => {
		for (let call = 1; ; call++) {
			const invoiceNumber = `K-${call}`;
			const id = await createInvoice(world, { invoiceNumber });
			const process = startProcess(world, { call, when, what: "die" });
			const body = { state: "APPROVED", amount: 40 };
			await patchInvoice(world, id, body, { process });
			if (!process.isDead()) break;
			expect([1, 2]).toContain((await storedInvoice(world, id)).version);
			// Sent again, a patch whose values are there is no change.
			expect(await patch(id, body)).toMatchObject({
				status: 200,
				body: { data: { state: "APPROVED", version: 2 } },
			});
			expect(await payInvoice(world, id, 40)).toMatchObject({ status: "DONE" });
		}
	});
});
