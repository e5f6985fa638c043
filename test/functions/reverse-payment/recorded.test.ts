import { expect, it } from "vitest";
import { disconnected } from "../../../tools/local/aws-gateway/aws-call.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	deliver,
	expectSettled,
	startBatch,
} from "../../support/batches.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { pay } from "../../support/pay.ts";
import {
	balancedInvoice,
	paymentsOf,
	reverse,
} from "../../support/reversals.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";
import { largePayments, archivedSlug as slug } from "./archived.ts";

/** C1: a reversed payment counts as recorded wherever the service checks whether a request has been carried out. */
const file = () => acmeWithVendors({ invoices: payableInvoices(1, 1_000) });
const world = useWorld(file);

const reverseNewest = async () => {
	const [{ id: paymentId }] = await paymentsOf(world, slug);
	expect(await reverse(world, { slug, paymentId })).toMatchObject({
		status: 200,
	});
};

/** Runs after the payment was recorded; the answer of that write is lost. */
const beforeLookUp = (act: () => Promise<unknown>) =>
	world.addFault({
		operation: "BatchExecuteStatement",
		times: 1,
		async effect(call, forward) {
			await forward(call);
			await act();
			return disconnected;
		},
	});

it.each([
	["in the invoice", 0],
	["that was moved to a page", 20],
])(
	"C1: a payment %s that is reversed before its payer looks it up is DONE",
	async (_, later) => {
		beforeLookUp(async () => {
			await reverseNewest();
			if (later === 0) return;
			await pay(world, largePayments(later));
			await pay(world, largePayments(1));
		});
		const idempotencyKey = "k";
		const answer = await pay(world, [{ slug, amount: 10 }], { idempotencyKey });
		expect(answer).toMatchObject({
			status: 200,
			body: { data: { results: [{ status: "DONE" }] } },
		});
		const attempt = await world.getAttempt("mark-as-paid", "k");
		expect(attempt.body.data).toMatchObject({
			status: "SETTLED",
			results: [{ status: "RECORDED" }],
		});
		const payments = await paymentsOf(world, slug);
		expect(payments).toHaveLength(later === 0 ? 1 : later + 2);
		expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 1 });
	},
);

it("C1: a payment of a chunk that is delivered again is neither paid again nor taken for unpaid", async () => {
	// All resources are of one invoice, so they are one chunk.
	const resources = Array.from({ length: batchMin }, () => ({
		slug,
		amount: 1,
	}));
	for (let call = 1; ; call++) {
		await world.reopen();
		await world.import(file());
		const batch = await startBatch(world, resources);
		const bodies = world.queue.take();
		const dying = startProcess(world, { call, when: "after", what: "die" });
		await deliver(world, bodies, dying.table);
		if (!dying.isDead()) break;
		const isPaid = (await paymentsOf(world, slug)).length > 0;
		if (isPaid) await reverseNewest();
		expect(await deliver(world, bodies)).toEqual({ batchItemFailures: [] });
		const results = await expectSettled(world, batch, resources, 1_000);
		expect(results.map(({ status }) => status)).toEqual(
			resources.map(() => "DONE"),
		);
		expect(await paymentsOf(world, slug)).toHaveLength(batchMin);
		expect(await balancedInvoice(world, slug)).toMatchObject({
			reversed: isPaid ? 1 : 0,
		});
	}
});
