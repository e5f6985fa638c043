import { expect } from "vitest";
import type { PaymentResult } from "../../../shared/payments/payment-result.ts";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import { createKey } from "../../../tools/operator/keys/create-key.ts";
import { listKeys } from "../../../tools/operator/keys/list-keys.ts";
import { rotateKey } from "../../../tools/operator/keys/rotate-key.ts";
import { expectConsistentRecords } from "../../reliability/invariants/consistent-records.ts";
import { readRecords } from "../../reliability/records.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	deliver,
	expectSettled,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import {
	balancedInvoice,
	paymentsOf,
	reverse,
} from "../../support/reversals.ts";
import { checkRun, createRun, releaseRun } from "../../support/runs.ts";
import {
	type ServiceProcess,
	startProcess,
} from "../../support/service-process.ts";
import type { Answer, World } from "../../support/world.ts";
import { walk } from "../read-records/records.ts";
import { payPages } from "../reverse-payment/archived.ts";
import { advanceFamily } from "./advance-family.ts";
import { family } from "./torn-family.ts";

const organizationId = "acme";

/** Payments as large as they come: fourteen of them make an invoice move them to a page. */
const payments = (count: number) =>
	Array.from({ length: count }, () => ({
		slug: "inv-0",
		amount: 0.01,
		narration: "😀".repeat(500),
		utr: "😀".repeat(60),
	}));

const payOne = (world: World, options = {}) => pay(world, payments(1), options);

interface Reported {
	answers: Answer[];
}

async function prepareInvoice(
	world: World,
	paidBefore: number,
): Promise<Reported> {
	await world.import(acme({ invoices: payableInvoices(2, 100) }));
	const answer = await pay(world, payments(paidBefore));
	expect(answer.status).toBe(200);
	return { answers: [answer] };
}

const payMeanwhile = async (world: World, reported: Reported) =>
	reported.answers.push(await payOne(world));

/** Wherever the recorded payments are, in the invoice or in its page, neither the check nor the worker misses them. */
async function leaveOutRecorded(world: World) {
	const leaveOut = ["ALREADY_RECORDED"];
	const { runId } = await createRun(world, payments(1), { leaveOut });
	const skipped = { status: "SKIPPED", reason: "ALREADY_RECORDED" };
	expect(await checkRun(world, runId)).toMatchObject([skipped]);
	expect((await releaseRun(world, runId)).status).toBe(200);
	await workOff(world);
	const { results } = (await world.getBatch(runId)).body.data;
	expect(results).toMatchObject([skipped]);
}

/** Each reported `DONE` has its payment, and there is no other payment. */
async function checkInvoice(world: World, { answers }: Reported) {
	const { due, paid, payments: recorded } = await invoiceState(world, "inv-0");
	const reported = answers.flatMap(
		({ body }): PaymentResult[] => body.data.results,
	);
	const done = reported.filter(({ status }) => status === "DONE");
	expect(recorded).toHaveLength(done.length);
	expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length);
	expect(Number(due) + Number(paid)).toBeCloseTo(100, 8);
}

/**
 * A payment takes effect and its answer is lost. Another request moves it to a page, and its outcome is looked up
 * while that is going on.
 */
function payWhileMoved(
	world: World,
	mover: ServiceProcess,
	reported: Reported,
) {
	const payer = startProcess(world);
	const isMoving = Promise.withResolvers<void>();
	let moving: Promise<Answer> | undefined;
	reported.movedMeanwhile = isMoving.resolve;
	world.gateway.faults.add({
		accessKeyId: payer.accessKeyId,
		operation: "BatchExecuteStatement",
		times: 1,
		async effect(call, forward) {
			await forward(call);
			moving = payOne(world, { process: mover });
			await isMoving.promise;
			return disconnected;
		},
	});
	reported.paid = payOne(world, { process: payer });
	return reported.paid.then(async (answer) => [answer, await moving]);
}

interface Reported {
	movedMeanwhile?: () => void;
	paid?: Promise<Answer>;
}

const rotate = (
	world: World,
	keyId: string,
	secret: string,
	table = world.table,
) =>
	rotateKey(table, {
		organizationId,
		keyId,
		graceMilliseconds: 0,
		secret,
		now: world.time.now,
	});

const usedMeanwhile = (key: string) => async (world: World) => {
	expect((await pay(world, payments(1), { key })).status).not.toBe(500);
};

export const recordFamilies = [
	family({
		name: "payments are moved to a page",
		items: 2,
		prepare: (world) => prepareInvoice(world, 20),
		act: async (world, process, reported) =>
			reported.answers.push(await payOne(world, { process })),
		rivals: {
			"another payment": payMeanwhile,
			"two other payments": async (world: World, reported: Reported) => {
				await payMeanwhile(world, reported);
				await payMeanwhile(world, reported);
			},
			"a list of the payments": async (world: World) => {
				const listed = await walk(world, "/v1.0/invoice/inv-0/payments");
				expect(listed.length).toBeGreaterThanOrEqual(20);
			},
			"a payment run that leaves out what is recorded": leaveOutRecorded,
		},
		check: checkInvoice,
	}),
	family({
		name: "a payment is moved to a page before its payer knows of it",
		items: 2,
		prepare: (world) => prepareInvoice(world, 12),
		act: async (world, process, reported) => {
			const answers = await payWhileMoved(world, process, reported);
			reported.answers.push(
				...answers.filter((answer) => answer !== undefined),
			);
		},
		rivals: {
			"the payer": async (_: World, reported: Reported) => {
				reported.movedMeanwhile?.();
				await reported.paid;
			},
		},
		async check(world, reported) {
			// The payer, whose payment is there, got a 200.
			expect(reported.answers[1]?.status).toBe(200);
			await checkInvoice(world, reported);
		},
	}),
	family({
		name: "a worker moves payments to a page",
		items: 2,
		async prepare(world) {
			const { answers } = await prepareInvoice(world, 20);
			const resources = payments(batchMin);
			const slug = await startBatch(world, resources);
			return { slug, resources, bodies: world.queue.take(), answers };
		},
		act: (world, { table }, { bodies }) => deliver(world, bodies, table),
		rivals: {
			"another delivery": (world, { bodies }) => deliver(world, bodies),
			"another payment": payMeanwhile,
		},
		async check(world, { slug, bodies, resources }) {
			expect(await deliver(world, bodies)).toEqual({ batchItemFailures: [] });
			await expectSettled(world, slug, resources);
		},
	}),
	family({
		name: "a payment in a page is reversed",
		items: 2,
		async prepare(world) {
			await world.import(acme({ invoices: payableInvoices(1, 100) }));
			const [[paymentId = "", other = ""] = []] = await payPages(world, 1);
			return { slug: "inv-0", paymentId, other };
		},
		act: (world, process, payment) =>
			reverse(world, payment, { reason: "First" }, { process }),
		rivals: {
			"another reversal of it": (world, payment) => reverse(world, payment),
			"a reversal of another payment of the page": (world, { slug, other }) =>
				reverse(world, { slug, paymentId: other }),
			"another payment": (world) => payOne(world),
			"a list of the payments": async (world, { slug }) => {
				const { body } = await world.get(`/v1.0/invoice/${slug}/payments`);
				expect(body.data.items).toHaveLength(21);
			},
			"an export": async (world) => {
				const table = world.connect("operator");
				expectConsistentRecords(await readRecords({ table }));
			},
		},
		async check(world, { slug, paymentId }, { status, body }) {
			// The first reason stays, whose reversal was reported.
			expect(status).toBe(200);
			expect(body.data).toMatchObject({ id: paymentId });
			const { reversed } = await balancedInvoice(world, slug);
			expect([1, 2]).toContain(reversed);
			const listed = await paymentsOf(world, slug);
			expect(listed).toContainEqual(body.data);
		},
	}),
	advanceFamily,
	family({
		name: "an API key is rotated",
		items: 3,
		async prepare(world) {
			await world.import(acme({ invoices: payableInvoices(1) }));
			return createKey(world.table, {
				organizationId,
				userId: "u-admin",
				permissions: ["payments:mark-paid"],
				name: "Rotated",
				expiresAt: null,
				secret: "the-first-secret",
				now: world.time.now,
			});
		},
		act: (world, { table }, { id }) => rotate(world, id, "the-second", table),
		rivals: {
			"a request with the new key": usedMeanwhile("the-second"),
			"a request with the old key": usedMeanwhile("the-first-secret"),
			"another rotation": async (world: World, { id }) => {
				const other = world.connect("rival");
				const rotation = rotate(world, id, "the-third", other);
				await expect(rotation).rejects.toThrow();
			},
		},
		async check(world, { id }, rotated) {
			passSeconds(world, 31);
			const use = async (key: string) =>
				(await pay(world, payments(1), { key })).status;
			expect(await use("the-first-secret")).toBe(401);
			expect(await use("the-second")).toBe(200);
			const keys = await listKeys(world.table, organizationId);
			expect(keys.filter(({ name }) => name === "Rotated")).toHaveLength(2);
			expect(keys).toContainEqual(
				expect.objectContaining({ id, rotatedTo: rotated.id }),
			);
		},
	}),
];
