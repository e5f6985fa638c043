import { createInvoice } from "../../support/created-invoices.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { Resource } from "../told.ts";

const payment = (slug: string, amount = 10): Resource => ({ slug, amount });

/** Payments so large that 13 or 14 of them make an invoice move them to a page. */
const largePayments = (count: number): Resource[] =>
	Array.from({ length: count }, () => ({
		slug: "inv-0",
		amount: 0.01,
		narration: "😀".repeat(500),
		utr: "😀".repeat(60),
	}));

export const paymentScenarios: Scenario[] = [
	scenario({
		name: "an invoice is paid",
		act: (user) => user.pay("k", [payment("inv-0")]),
	}),
	scenario({
		name: "three invoices are paid",
		act: (user) =>
			user.pay(
				"k",
				["inv-0", "inv-1", "inv-2"].map((slug) => payment(slug)),
			),
	}),
	scenario({
		name: "30 payments of three invoices, some of them refused",
		act: (user) =>
			user.pay(
				"k",
				Array.from({ length: 30 }, (_, index) =>
					payment(`inv-${index % 4}`, 12),
				),
			),
	}),
	scenario({
		name: "a payment of an unknown invoice is refused",
		act: (user) => user.pay("k", [payment("missing"), payment("inv-1")]),
	}),
	scenario({
		name: "an invalid request is refused",
		act: (user) => user.pay("k", [payment("inv-0", -1)]),
	}),
	scenario({
		name: "payments are moved to a page",
		prepare: (user) => user.pay("earlier", largePayments(20)),
		act: (user) => user.pay("k", [payment("inv-0")]),
	}),
	scenario({
		name: "a request moves its own payments to a page",
		act: (user) => user.pay("k", largePayments(30)),
	}),
	scenario({
		name: "an invoice that was created over the API is paid",
		prepare: ({ world }) => createInvoice(world, { state: "APPROVED" }),
		act: (user, slug) => user.pay("k", [payment(slug)]),
	}),
	scenario({
		name: "two requests pay one invoice at once",
		act: (user) =>
			Promise.all([
				user.pay("k1", [payment("inv-0", 60)]),
				user.pay("k2", [payment("inv-0", 40)]),
			]),
	}),
	scenario({
		name: "a request is sent twice at once under one key",
		act: (user) =>
			Promise.all([
				user.pay("k", [payment("inv-0")]),
				user.pay("k", [payment("inv-0")]),
			]),
	}),
];
