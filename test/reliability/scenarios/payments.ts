import { expect } from "vitest";
import { invoiceState } from "../../support/invoices.ts";
import type { Resource } from "../reported.ts";
import { type Scenario, scenario } from "../scenario.ts";
import { answersInAnyOrder, isRefused, paysAs, somePays } from "./expected.ts";
import { preparedInvoice } from "./invoices.ts";
import { largePayments } from "./large-payments.ts";

const payment = (slug: string, amount = 10): Resource => ({ slug, amount });

export const paymentScenarios: Scenario[] = [
	scenario({
		name: "an invoice is paid",
		act: (user) => user.pay("k", [payment("inv-0")]),
		expected: paysAs("DONE"),
	}),
	scenario({
		name: "three invoices are paid",
		act: (user) =>
			user.pay(
				"k",
				["inv-0", "inv-1", "inv-2"].map((slug) => payment(slug)),
			),
		expected: paysAs("DONE", "DONE", "DONE"),
	}),
	scenario({
		name: "30 payments of three invoices, some of them refused",
		act: (user) =>
			user.pay(
				"k",
				Array.from({ length: 30 }, (_, index) =>
					payment(`inv-${index % 3}`, 12),
				),
			),
		// This pays 8 × 12 of 100.
		expected: paysAs(
			...Array.from({ length: 30 }, (_, index) =>
				index < 24 ? "DONE" : "AMOUNT_EXCEEDS",
			),
		),
	}),
	scenario({
		name: "a locked invoice is skipped, another one is paid",
		act: (user) => user.pay("k", [payment("inv-3"), payment("inv-1")]),
		expected: paysAs("LOCK_HELD", "DONE"),
	}),
	scenario({
		name: "a payment of an unknown invoice is refused",
		act: (user) => user.pay("k", [payment("missing"), payment("inv-1")]),
		expected: paysAs("NOT_FOUND", "DONE"),
	}),
	scenario({
		name: "an invalid request is refused",
		act: (user) => user.pay("k", [payment("inv-0", -1)]),
		expected: isRefused(400, "VALIDATION_ERROR"),
	}),
	scenario({
		name: "payments are moved to a page",
		prepare: (user) => user.pay("earlier", largePayments(20)),
		act: (user) => user.pay("k", [payment("inv-0")]),
		async expected(answer, { world }) {
			paysAs("DONE")(answer);
			expect(await invoiceState(world, "inv-0")).toMatchObject({
				paymentPages: 1,
			});
		},
	}),
	scenario({
		name: "an invoice that was created over the API is paid",
		prepare: preparedInvoice({ state: "APPROVED" }),
		act: (user, slug) => user.pay("k", [payment(slug)]),
		expected: paysAs("DONE"),
	}),
	scenario({
		name: "two requests pay one invoice at once",
		act: (user) =>
			Promise.all([
				user.pay("k1", [payment("inv-0", 60)]),
				user.pay("k2", [payment("inv-0", 40)]),
			]),
		expected: somePays("LOCK_HELD"),
	}),
	scenario({
		name: "a request is sent twice at once under one key",
		act: (user) =>
			Promise.all([
				user.pay("k", [payment("inv-0")]),
				user.pay("k", [payment("inv-0")]),
			]),
		expected: answersInAnyOrder(200, 409),
	}),
];
