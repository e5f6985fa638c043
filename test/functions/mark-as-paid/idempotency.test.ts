import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	failAfter,
	failBefore,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { invoiceState } from "../../support/invoices.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(3) }));

const pay = (idempotencyKey: string, body?: unknown) =>
	world.post(
		"/v1.0/payment/mark-as-paid",
		body ?? {
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		},
		{ idempotencyKey },
	);

const refused = { status: 409, body: { error: expect.any(String) } };

describe("409", () => {
	it("5 rule 1, 7.4 409: a key is refused within 5 minutes, in the body {error} alone", async () => {
		expect((await pay("k")).status).toBe(200);
		for (let repeat = 0; repeat < 3; repeat++) {
			const answer = await pay("k");
			expect(answer).toMatchObject(refused);
			expect(Object.keys(answer.body)).toEqual(["error"]);
		}
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
	});

	it("8 idempotency window: 300 s from the first request, to the millisecond", async () => {
		const start = world.time.now.getTime();
		await pay("k");
		world.time.now = new Date(start + 299_999);
		expect(await pay("k")).toMatchObject(refused);
		world.time.now = new Date(start + 300_000);
		expect((await pay("k")).status).toBe(200);
		expect(await pay("k")).toMatchObject(refused);
	});

	it("5 rule 1: a repeated key is refused before any processing, so an invalid body claims its key too", async () => {
		expect((await pay("k", "{")).status).toBe(400);
		expect(await pay("k")).toMatchObject(refused);
	});

	it("payments: a 422 and a 500 keep their key claimed", async () => {
		const absent = {
			resourceType: "INVOICE",
			resources: [{ slug: "x", amount: 1 }],
		};
		expect((await pay("k-422", absent)).status).toBe(422);
		expect(await pay("k-422")).toMatchObject(refused);

		world.addFault({
			operation: "BatchGetItem",
			effect: failBefore(),
		});
		expect((await pay("k-500")).status).toBe(500);
		world.gateway.faults.clear();
		expect(await pay("k-500")).toMatchObject(refused);
	});

	it("guarantee 3: of 24 parallel requests with one key one is executed", async () => {
		const answers = await Promise.all(
			Array.from({ length: 24 }, () => pay("k")),
		);
		const statuses = answers.map(({ status }) => status).toSorted();
		expect(statuses).toEqual([200, ...Array(23).fill(409)]);
		expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
	});

	it("payments: keys are scoped to the organization", async () => {
		const { org, users, apiKeys } = acme();
		await world.import({
			org: { ...org, id: "rival" },
			users,
			apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "rival-key" })),
			invoices: payableInvoices(1),
		});
		expect((await pay("k")).status).toBe(200);
		const rival = await world.post(
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 1 }] },
			{ key: "rival-key", idempotencyKey: "k" },
		);
		expect(rival.status).toBe(200);
	});
});

describe("200", () => {
	it.each([
		["lost", loseAnswer()],
		["an internal error", failAfter()],
	])(
		"a claim whose answer was %s is recognised as its own when it is repeated",
		async (_, effect) => {
			const added = world.addFault({
				operation: "PutItem",
				times: 1,
				effect,
			});
			expect((await pay("k")).status).toBe(200);
			expect(added.hits).toBe(1);
			expect(await pay("k")).toMatchObject(refused);
			expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
		},
	);

	it.each(["x".repeat(256), "ü".repeat(128), "a b/c#d", "0"])(
		"8 x-idempotency-key: accepts the key $0",
		async (key) => {
			expect((await pay(key)).status).toBe(200);
		},
	);
});

describe("400", () => {
	it.each([
		["empty", ""],
		["longer than 256 bytes", "x".repeat(257)],
		["longer than 256 bytes of UTF-8", "ü".repeat(129)],
		["with a line feed", "a\nb"],
		["with a tab", "a\tb"],
		["with a NUL", "a\u0000b"],
		["with a DEL", "a\u007fb"],
		["with a C1 control character", "a\u0085b"],
	])(
		"5 rule 2, 8 x-idempotency-key: {error} alone for a key %s",
		async (_, key) => {
			const answer = await pay(key);
			expect(answer.status).toBe(400);
			expect(answer.body).toEqual({ error: expect.any(String) });
			expect((await invoiceState(world, "inv-0")).payments).toEqual([]);
		},
	);
});
