import { expect } from "vitest";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { invoiceState } from "../../support/invoices.ts";
import { balancedInvoice, paymentsOf } from "../../support/reversals.ts";
import type { Answer } from "../../support/world.ts";
import { startFaultyProcess } from "../faults/faulty-process.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";
import { succeeds } from "./expected.ts";
import { patchInvoice, preparedInvoice } from "./invoices.ts";
import { largePayments } from "./large-payments.ts";

interface PaymentName {
	slug: string;
	paymentId: string;
}

const reverse = (
	user: User,
	{ slug, paymentId }: PaymentName,
	reason = "Wrong invoice",
) =>
	user.send("POST", `/v1.0/invoice/${slug}/payments/${paymentId}/reversal`, {
		reason,
	});

/** The first payment of an invoice. */
async function firstPayment(user: User, slug: string): Promise<PaymentName> {
	const payments = await paymentsOf(user.world, slug);
	return { slug, paymentId: payments.at(-1).id };
}

const paidInvoice = async (user: User) => {
	const slug = await preparedInvoice({ state: "APPROVED" })(user);
	await user.pay("earlier", [{ slug, amount: 40 }]);
	return firstPayment(user, slug);
};

/** The payments of `inv-0` are in a page, or, with a last one of none, are about to be moved to one. */
const archivedPayment =
	(pages: 0 | 1) =>
	async (user: User): Promise<PaymentName> => {
		await user.pay("earlier", largePayments(20));
		if (pages === 1) await user.pay("later", [{ slug: "inv-0", amount: 1 }]);
		const { paymentPages } = await invoiceState(user.world, "inv-0");
		expect(paymentPages).toBe(pages);
		return firstPayment(user, "inv-0");
	};

const isReversed = async (
	answer: Answer,
	{ world }: User,
	{ slug, paymentId }: PaymentName,
) => {
	succeeds({ id: paymentId, reversalReason: "Wrong invoice" })(answer);
	expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 1 });
};

const isReversedOnce = async (
	answers: readonly Answer[],
	{ world }: User,
	{ slug }: PaymentName,
) => {
	for (const { status } of answers) expect(status).toBe(200);
	expect(await balancedInvoice(world, slug)).toMatchObject({ reversed: 1 });
};

export const reversalScenarios: Scenario[] = [
	scenario({
		name: "a payment is reversed",
		prepare: paidInvoice,
		act: (user, payment) => reverse(user, payment),
		expected: isReversed,
	}),
	scenario({
		name: "a payment in a page is reversed",
		prepare: archivedPayment(1),
		act: (user, payment) => reverse(user, payment),
		expected: isReversed,
	}),
	scenario({
		name: "another payment of the page is reversed",
		async prepare(user) {
			const payment = await archivedPayment(1)(user);
			const payments = await paymentsOf(user.world, payment.slug);
			const paymentId = payments.at(-2).id;
			await reverse(user, { ...payment, paymentId }, "Earlier");
			return payment;
		},
		act: (user, payment) => reverse(user, payment),
		async expected(answer, { world }, { slug }) {
			succeeds({ reversalReason: "Wrong invoice" })(answer);
			const after = await balancedInvoice(world, slug);
			expect(after).toMatchObject({ reversed: 2 });
		},
	}),
	scenario({
		name: "a payment of an invoice that has grown too large is reversed",
		prepare: archivedPayment(0),
		act: (user, payment) => reverse(user, payment),
		expected: isReversed,
	}),
	scenario({
		name: "a payment that is reversed already is reversed again",
		async prepare(user) {
			const payment = await paidInvoice(user);
			await reverse(user, payment);
			return payment;
		},
		act: (user, payment) => reverse(user, payment, "Another reason"),
		expected: isReversed,
	}),
	scenario({
		name: "two requests reverse one payment at once",
		prepare: archivedPayment(1),
		act: (user, payment) =>
			Promise.all([
				reverse(user, payment, "One"),
				reverse(user, payment, "Other"),
			]),
		expected: isReversedOnce,
		isRace: true,
	}),
	scenario({
		name: "a payment is reversed while its invoice is paid",
		prepare: paidInvoice,
		act: (user, payment) =>
			Promise.all([
				reverse(user, payment),
				user.pay("k", [{ slug: payment.slug, amount: 10 }]),
			]),
		async expected([reversal, { status, body }], user, payment) {
			await isReversedOnce([reversal], user, payment);
			// The reversal may change the invoice between its reading and the payment's write.
			if (status !== 200) expect(body.message).toBe("LOCK_HELD");
		},
		isRace: true,
	}),
	scenario({
		name: "a payment is moved to a page before its reversal is written",
		prepare: paidInvoice,
		async act(user, payment): Promise<[Answer, Answer | undefined]> {
			const { process, world } = user;
			const other = user.over(startFaultyProcess(world));
			let answerToOther: Answer | undefined;
			world.gateway.faults.add({
				accessKeyId: process.accessKeyId,
				operation: "UpdateItem",
				times: 1,
				effect: before(async () => {
					const { slug } = payment;
					const large = largePayments(20).map((one) => ({ ...one, slug }));
					await other.pay("large", large);
					const last = [{ slug, amount: 1 }];
					answerToOther = await other.pay("last", last);
				}),
			});
			// The other sends nothing if a fault keeps the user from writing.
			return [await reverse(user, payment), answerToOther];
		},
		expected: ([answer], user, payment) => isReversed(answer, user, payment),
		isRace: true,
	}),
	scenario({
		name: "an invoice is voided while its payment is reversed",
		prepare: paidInvoice,
		act: (user, payment) =>
			Promise.all([
				reverse(user, payment),
				patchInvoice(user, payment.slug, { state: "VOID" }),
			]),
		async expected([reversed, voided], { world }, { slug }) {
			expect(reversed?.status).toBe(200);
			expect([200, 409]).toContain(voided?.status);
			expect(await balancedInvoice(world, slug)).toMatchObject({ paid: "0" });
		},
		isRace: true,
	}),
];
