import { mixedResources } from "../../support/mixed-batch.ts";
import { type Scenario, scenario } from "../scenario.ts";
import type { User } from "../user.ts";

const reading = (
	name: string,
	url: string,
	prepare?: (user: User) => Promise<unknown>,
) =>
	scenario({
		name: `${name}: ${url}`,
		...(prepare && { prepare }),
		act: (user) => user.send("GET", url, undefined, { idempotencyKey: "k" }),
	});

const payThree = (user: User) =>
	user.pay(
		"k",
		["inv-0", "inv-1", "inv-2"].map((slug) => ({ slug, amount: 1 })),
	);

export const readScenarios: Scenario[] = [
	reading("a list", "/v1.0/invoice"),
	reading(
		"a list with a filter",
		"/v1.0/procurement/purchase-order?state=DRAFTED",
	),
	reading("a record", "/v1.0/invoice/inv-0"),
	reading("payments", "/v1.0/invoice/inv-0/payments", payThree),
	reading("a payment request", "/v1.0/payment/request/adv-1"),
	reading("an organization", "/v1.0/organization"),
	reading("taxes", "/v1.0/tax/gst"),
	reading("batches", "/v1.0/payment/mark-as-paid", (user) =>
		user.pay("k", mixedResources),
	),
	reading("an attempt to pay", "/v1.0/attempt/mark-as-paid", payThree),
	scenario({
		name: "the results of a batch",
		prepare: async (user) => {
			const { body } = await user.pay("k", mixedResources);
			await user.work(user.world.queue.take());
			return String(body.data.bulkActionSlug);
		},
		act: (user, slug) =>
			user.send("GET", `/v1.0/payment/mark-as-paid/${slug}?limit=60`),
	}),
];
