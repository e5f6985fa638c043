import { randomBytes } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { holdBatchGuard } from "../../../shared/batches/batch-guard.store.ts";
import {
	batchKey,
	idempotencyClaimKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { Permission } from "../../../shared/organizations/organization.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { drop } from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, resourcesOf, workOff } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import {
	acmeWithAdvances,
	plainAdvance,
	raise,
} from "../vendor-advance/advances.ts";

const world = useWorld(() =>
	acmeWithAdvances({ invoices: payableInvoices(3) }),
);

const payAs = (idempotencyKey: string, resources: object[], options = {}) =>
	pay(world, resources, { idempotencyKey, ...options });

const partlyPayable = [
	{ slug: "inv-0", amount: 1 },
	{ slug: "missing", amount: 1 },
	{ slug: "inv-1", amount: 101 },
];

const ask = async (idempotencyKey = "k") => {
	const { status, body } = await world.getAttempt(
		"mark-as-paid",
		idempotencyKey,
	);
	expect({ status, body }).toMatchObject({ status: 200, body: { ok: true } });
	return body.data;
};

const notFound = {
	status: 404,
	body: {
		ok: false,
		error: {
			code: "ATTEMPT_NOT_FOUND",
			message: expect.stringContaining("within a minute of this answer"),
		},
	},
};

/** An organization like acme, with a key of its own for everything. */
const importRival = () => {
	const { org, users, apiKeys } = acme();
	return world.import({
		org: { ...org, id: "rival" },
		users,
		apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: "rival-key" })),
		invoices: payableInvoices(1),
	});
};

const importKey = (
	key: string,
	keyPermissions: Permission[],
	userId = "u-admin",
) =>
	world.import({
		...acmeWithAdvances(),
		apiKeys: [{ key, name: key, userId, permissions: keyPermissions }],
	});

describe("200, mark-as-paid with up to 100 resources", () => {
	it("R9: each recorded resource has its payment's id, in request order; the attempt is SETTLED", async () => {
		await payAs("k", [
			{ slug: "inv-0", amount: 0.1 + 0.2 },
			{ slug: "inv-1", amount: 40 },
			{ slug: "inv-0", amount: 1e-7 },
		]);
		const data = await ask();
		const [first] = (await invoiceState(world, "inv-0")).payments;
		const id = first?.id.replace(/-0$/, "");
		expect(data).toEqual({
			operation: "mark-as-paid",
			attemptedAt: testNow.toISOString(),
			status: "SETTLED",
			bulkActionSlug: null,
			paymentRequestId: null,
			results: [
				{
					slug: "inv-0",
					amount: 0.3,
					status: "RECORDED",
					paymentId: `${id}-0`,
				},
				{
					slug: "inv-1",
					amount: 40,
					status: "RECORDED",
					paymentId: `${id}-1`,
				},
				{
					slug: "inv-0",
					amount: 1e-7,
					status: "RECORDED",
					paymentId: `${id}-2`,
				},
			],
		});
	});

	it("logs the id of the attempt that was found", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		await ask();
		const [payment, found] = logged(world, "Request");
		expect(found.operation).toBe("read-attempts");
		expect(found.attempt).toBe(payment.attempt);
	});

	it("R9: what was not recorded is NOT_RECORDED; once the request was answered, the attempt is SETTLED", async () => {
		world.time.now = new Date(testNow.getTime() + 123);
		await payAs("k", partlyPayable);
		expect(await ask()).toMatchObject({
			attemptedAt: "2026-11-21T10:00:00.123Z",
			status: "SETTLED",
			results: [
				{ status: "RECORDED" },
				{ slug: "missing", status: "NOT_RECORDED", paymentId: null },
				{ status: "NOT_RECORDED", paymentId: null },
			],
		});
	});

	it("R9: the attempt of a request that was not carried out to its end is RUNNING for 330 s, to the millisecond", async () => {
		world.addFault({ operation: "BatchExecuteStatement", effect: drop() });
		expect((await payAs("k", partlyPayable)).status).toBe(500);
		const running = await ask();
		expect(running.status).toBe("RUNNING");
		passSeconds(world, 329.999);
		expect(await ask()).toEqual(running);
		passSeconds(world, 0.001);
		expect(await ask()).toEqual({ ...running, status: "SETTLED" });
	});

	it("R9: a payment of another attempt for the same invoice does not count for this one", async () => {
		await payAs("first", [{ slug: "inv-0", amount: 100 }]);
		await payAs("k", [{ slug: "inv-0", amount: 100 }]);
		expect((await ask()).results).toEqual([
			{ slug: "inv-0", amount: 100, status: "NOT_RECORDED", paymentId: null },
		]);
	});

	it("R9: 100 resources come back as they were sent, with any text as slug", async () => {
		const odd = [
			'"',
			"\n",
			"\\",
			"a\nb",
			"\u0000",
			"😀",
			"[]",
			"__proto__",
			"",
		];
		const resources = Array.from({ length: 100 }, (_, index) => ({
			slug: `${odd[index % odd.length]}`,
			amount: [999999999999999, 0.00000000000000000001, 0.1, 12.5][index % 4],
		}));
		await payAs("k", resources);
		const { results } = await ask();
		expect(
			results.map(({ slug, amount }: Record<string, unknown>) => ({
				slug,
				amount,
			})),
		).toEqual(resources);
	});

	it("R9: slugs longer than 100 code points come back cut to 100; the invoice is found all the same", async () => {
		const slug = `inv-${"😀".repeat(200)}`;
		await world.import({
			...acme(),
			invoices: [{ slug, state: "APPROVED", amount: 100 }],
		});
		const endless = "é".repeat(50_000);
		await payAs("k", [
			{ slug, amount: 1 },
			{ slug: endless, amount: 1 },
		]);
		expect((await ask()).results).toMatchObject([
			{ slug: `inv-${"😀".repeat(96)}`, status: "RECORDED" },
			{ slug: "é".repeat(100), status: "NOT_RECORDED" },
		]);
	});

	it.each([1_024, 10_000])(
		"R9: the claim of 100 slugs of %d bytes, which hardly compress, fits an item",
		async (bytes) => {
			// JSON escapes each of these.
			const characters = Array.from('\u0001\u0002\u000b\u000e\u001f"\\');
			const resources = Array.from({ length: 100 }, () => ({
				slug: Array.from(
					randomBytes(bytes),
					(byte) => characters[byte % characters.length],
				).join(""),
				amount: 1,
			}));
			expect((await payAs("k", resources)).status).toBe(422);
			expect((await ask()).results).toEqual(
				resources.map(({ slug, amount }) => ({
					slug: slug.slice(0, 100),
					amount,
					status: "NOT_RECORDED",
					paymentId: null,
				})),
			);
		},
	);
});

/** No item can hold the payments of these. */
const tooLarge = (count: number) => ({
	resourceType: "INVOICE",
	resources: Array.from({ length: count }, () => ({
		slug: "s".repeat(1_000),
		amount: 1,
		narration: "😀".repeat(500),
	})),
});

describe("200, a request that was refused as invalid", () => {
	it.each([
		["no JSON", "{"],
		["no resources", { resourceType: "INVOICE", resources: [] }],
		[
			"an amount of 0",
			{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 0 }] },
		],
		[
			"a number that the store cannot hold",
			{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 1e15 }] },
		],
		["too large for an invoice", tooLarge(100)],
		["too large for an invoice, as a batch", tooLarge(batchMin)],
	])("R9: %s: SETTLED at once, without results", async (_, body) => {
		const options = { idempotencyKey: "k" };
		const answer = await world.post(
			"/v1.0/payment/mark-as-paid",
			body,
			options,
		);
		expect(answer.status).toBe(400);
		expect(await ask()).toEqual({
			operation: "mark-as-paid",
			attemptedAt: testNow.toISOString(),
			status: "SETTLED",
			bulkActionSlug: null,
			paymentRequestId: null,
			results: null,
		});
	});
});

describe("200, mark-as-paid with more than 100 resources", () => {
	const many = resourcesOf(batchMin);

	it("R9: names the accepted batch, at once and after it has ended", async () => {
		const { bulkActionSlug } = (await payAs("k", many)).body.data;
		const expected = {
			operation: "mark-as-paid",
			attemptedAt: testNow.toISOString(),
			status: "SETTLED",
			bulkActionSlug,
			paymentRequestId: null,
			results: null,
		};
		expect(await ask()).toEqual(expected);
		await workOff(world);
		expect(await ask()).toEqual(expected);
	});

	it("R9: null when no batch was accepted, which is SETTLED at once", async () => {
		await holdBatchGuard(world.table, "acme", "web");
		expect((await payAs("k", many)).status).toBe(409);
		expect(await ask()).toMatchObject({
			bulkActionSlug: null,
			results: null,
			status: "SETTLED",
		});
	});

	it.each(["ACCEPTING", "ABORTED"])(
		"R9: a batch that is %s does not count as accepted",
		async (status) => {
			const { bulkActionSlug } = (await payAs("k", many)).body.data;
			await setBatchStatus(bulkActionSlug, status);
			const none = { bulkActionSlug: null };
			expect(await ask()).toMatchObject({ ...none, status: "RUNNING" });
			passSeconds(world, 330);
			expect(await ask()).toMatchObject({ ...none, status: "SETTLED" });
		},
	);
});

describe("200, vendor advance", () => {
	const askAdvance = async () => {
		const { status, body } = await world.getAttempt("vendor-advance", "k");
		expect(status).toBe(200);
		return body.data;
	};

	it("R9: names the payment request that was created, at once", async () => {
		const { body } = await raise(world, plainAdvance, { idempotencyKey: "k" });
		expect(await askAdvance()).toEqual({
			operation: "vendor-advance",
			attemptedAt: testNow.toISOString(),
			status: "SETTLED",
			bulkActionSlug: null,
			paymentRequestId: body.data.paymentRequestId,
			results: null,
		});
	});

	it("R9: an advance that its schema refuses is SETTLED at once", async () => {
		await raise(world, { amount: 0 }, { idempotencyKey: "k" });
		expect(await askAdvance()).toMatchObject({
			status: "SETTLED",
			paymentRequestId: null,
			results: null,
		});
	});

	it("R9: null when no payment request was created, which is SETTLED at once", async () => {
		const unknown = { ...plainAdvance, vendorId: "v-unknown" };
		await raise(world, unknown, { idempotencyKey: "k" });
		expect(await askAdvance()).toMatchObject({
			paymentRequestId: null,
			results: null,
			status: "SETTLED",
		});
	});
});

describe("200, which attempt is meant", () => {
	it("R9: when a key is used again after its five minutes, the latest attempt", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		const first = await ask();
		passSeconds(world, 299);
		expect((await payAs("k", [{ slug: "inv-1", amount: 2 }])).status).toBe(409);
		expect(await ask()).toEqual(first);
		passSeconds(world, 1);
		expect((await payAs("k", [{ slug: "missing", amount: 2 }])).status).toBe(
			422,
		);
		expect(await ask()).toMatchObject({
			attemptedAt: "2026-11-21T10:05:00.000Z",
			status: "SETTLED",
			results: [{ slug: "missing", status: "NOT_RECORDED" }],
		});
	});

	it("R9: keys are scoped to the operation", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		expect(await world.getAttempt("vendor-advance", "k")).toMatchObject(
			notFound,
		);
		await raise(world, plainAdvance, { idempotencyKey: "k" });
		expect(await ask()).toMatchObject({ results: [{ slug: "inv-0" }] });
	});

	it("R9: any API key of the organization with the permission may ask, and no key of another organization", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		await importKey("reader", ["payments:read"]);
		await importRival();
		const asReader = await world.getAttempt("mark-as-paid", "k", {
			key: "reader",
		});
		expect(asReader.body.data).toEqual(await ask());
		const rival = { key: "rival-key" };
		expect(await world.getAttempt("mark-as-paid", "k", rival)).toMatchObject(
			notFound,
		);
		// Nor does the rival's own attempt under the same key show anything of ours.
		await payAs("k", [{ slug: "inv-0", amount: 100 }], rival);
		await payAs("k-2", [{ slug: "inv-1", amount: 1 }], rival);
		const own = await world.getAttempt("mark-as-paid", "k", rival);
		expect(own.body.data.results).toMatchObject([
			{ amount: 100, status: "RECORDED" },
		]);
		const other = await world.getAttempt("mark-as-paid", "k-2", rival);
		expect(other.body.data.results).toMatchObject([{ status: "NOT_RECORDED" }]);
	});
});

describe("404 ATTEMPT_NOT_FOUND", () => {
	it("R9: for a key that no request has claimed; a request whose claim was refused is not an attempt", async () => {
		expect(await world.getAttempt("mark-as-paid", "k")).toMatchObject(notFound);
		await payAs("k", [{ slug: "inv-0", amount: 1 }], { key: "unknown-key" });
		expect(await world.getAttempt("mark-as-paid", "k")).toMatchObject(notFound);
	});

	it("R9: for a request that is 24 hours old, by the clock", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		passSeconds(world, 86_399.999);
		expect(await ask()).toMatchObject({ status: "SETTLED" });
		passSeconds(world, 0.001);
		expect(await world.getAttempt("mark-as-paid", "k")).toMatchObject(notFound);
	});

	it("R9: the store may remove a claim 24 hours after it, no earlier", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		const [claim] = await batchGet(world.table, [
			idempotencyClaimKey({
				organizationId: "acme",
				operation: "mark-as-paid",
				idempotencyKey: "k",
			}),
		]);
		expect(`${claim?.expiresAt}`).toBe(`${testNow.getTime() / 1_000 + 86_400}`);
	});
});

describe("401, 403, 400: before anything is looked up", () => {
	it("R9: 401 without credentials or with unknown ones", async () => {
		for (const [key, code] of [
			[null, "MISSING_CREDENTIALS"],
			["unknown", "INVALID_API_KEY"],
		] as const) {
			expect(
				await world.getAttempt("mark-as-paid", null, { key }),
			).toMatchObject({ status: 401, body: { error: { code } } });
		}
	});

	it.each([
		["mark-as-paid", "payments:read", 404],
		["mark-as-paid", "payments:mark-paid", 404],
		["mark-as-paid", "payments:request", 403],
		["vendor-advance", "payments:read", 404],
		["vendor-advance", "payments:request", 404],
		["vendor-advance", "payments:mark-paid", 403],
		["vendor-advance", "invoices:read", 403],
	] as const)(
		"R9: %s with %s alone: %d",
		async (operation, permission, status) => {
			await importKey("limited", [permission]);
			const answer = await world.getAttempt(operation, "k", { key: "limited" });
			expect(answer.status).toBe(status);
			if (status === 403)
				expect(answer.body.error.code).toBe("INSUFFICIENT_PERMISSIONS");
		},
	);

	it("R1: a key of an inactive user is INSUFFICIENT_PERMISSIONS; roles and features do not matter", async () => {
		await importKey("inactive", ["payments:read"], "u-gone");
		expect(
			await world.getAttempt("vendor-advance", "k", { key: "inactive" }),
		).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
		const { org } = acme();
		await world.import({
			...acmeWithAdvances(),
			org: { ...org, features: { vendorAdvances: false } },
			apiKeys: [
				{
					key: "member",
					name: "member",
					userId: "u-cfo",
					permissions: ["payments:request"],
				},
			],
		});
		expect(
			await world.getAttempt("vendor-advance", "k", { key: "member" }),
		).toMatchObject(notFound);
	});

	it("R9: 400 IDEMPOTENCY_KEY_REQUIRED without a key", async () => {
		for (const operation of ["mark-as-paid", "vendor-advance"] as const) {
			expect(await world.getAttempt(operation, null)).toMatchObject({
				status: 400,
				body: { error: { code: "IDEMPOTENCY_KEY_REQUIRED" } },
			});
		}
	});

	it.each([
		["empty", ""],
		["longer than 256 bytes", "ü".repeat(129)],
		["with a control character", "a\u0085b"],
	])("R9: 400 {error} alone for a key that is %s", async (_, key) => {
		const { status, body } = await world.getAttempt("mark-as-paid", key);
		expect({ status, body }).toEqual({
			status: 400,
			body: { error: expect.any(String) },
		});
	});
});

async function setBatchStatus(bulkActionSlug: string, status: string) {
	await world.table.documents.send(
		new UpdateCommand({
			TableName: world.table.name,
			Key: batchKey({ organizationId: "acme", bulkActionSlug }),
			UpdateExpression: "SET #status = :status",
			ExpressionAttributeNames: { "#status": "status" },
			ExpressionAttributeValues: { ":status": status },
		}),
	);
}

describe("409 of a repeated key", () => {
	const used =
		"This x-idempotency-key was used within the last 5 minutes, for a request with another body";

	it("R9: is reported before errors of the repeated body", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		expect((await payAs("k", [])).status).toBe(409);
	});

	it("R9: says where to ask when the first request was of at most 100 resources, or invalid", async () => {
		const where = `${used}. GET /v1.0/attempt/mark-as-paid with the same key returns the outcome of the first request`;
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		expect((await payAs("k", [])).body).toEqual({ error: where });
		await payAs("k-2", []);
		const resources = [{ slug: "inv-0", amount: 1 }];
		expect((await payAs("k-2", resources)).body).toEqual({ error: where });
	});

	it("R9: names the batch that the first request started", async () => {
		const { bulkActionSlug } = (await payAs("k", resourcesOf(batchMin))).body
			.data;
		expect((await payAs("k", [])).body).toEqual({
			error: `${used}. The first request started the batch ${bulkActionSlug}`,
		});
	});

	it.each(["ACCEPTING", "ABORTED"])(
		"R9: names no batch that is %s: no one should wait for it",
		async (status) => {
			const { bulkActionSlug } = (await payAs("k", resourcesOf(batchMin))).body
				.data;
			await setBatchStatus(bulkActionSlug, status);
			expect((await payAs("k", [])).body).toEqual({
				error: `${used}. GET /v1.0/attempt/mark-as-paid with the same key returns the outcome of the first request`,
			});
		},
	);

	it("R9: names the payment request that the first request created, or says where to ask", async () => {
		const options = { idempotencyKey: "k" };
		const { paymentRequestId } = (await raise(world, plainAdvance, options))
			.body.data;
		const other = { ...plainAdvance, narration: "Other" };
		expect((await raise(world, other, options)).body).toEqual({
			error: `${used}. The first request created the payment request ${paymentRequestId}`,
		});
		const unknown = { ...plainAdvance, vendorId: "v-unknown" };
		await raise(world, unknown, { idempotencyKey: "k-2" });
		const again = await raise(world, other, { idempotencyKey: "k-2" });
		expect(again.body).toEqual({
			error: `${used}. GET /v1.0/attempt/vendor-advance with the same key returns the outcome of the first request`,
		});
	});

	it("R9: is answered without it when the read fails", async () => {
		await payAs("k", [{ slug: "inv-0", amount: 1 }]);
		world.gateway.faults.add({
			operation: "BatchGetItem",
			effect: async () => "disconnected",
		});
		expect(await payAs("k", [])).toMatchObject({
			status: 409,
			body: {
				error: `${used}. Find out what the first request did before you use a new key`,
			},
		});
	});
});
