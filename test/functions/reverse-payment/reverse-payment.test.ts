import { describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	deliver,
	resourcesOf,
	startBatch,
} from "../../support/batches.ts";
import {
	acmeWithVendors,
	createInvoice,
	patchInvoice,
	payInvoice,
	storedInvoice,
} from "../../support/created-invoices.ts";
import { pay } from "../../support/pay.ts";
import {
	balancedInvoice,
	paymentsOf,
	reverse,
	wrongInvoice,
} from "../../support/reversals.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { otherOrganization } from "../read-records/records.ts";

const reader = { id: "u-2", name: "Reader", role: "MEMBER" as const };
const reverserKey = {
	key: "reverser-key",
	name: "Reversals",
	userId: "u-2",
	permissions: ["payments:reverse" as const],
};

const file = (additions: Partial<OrganizationFile> = {}) =>
	acmeWithVendors({
		users: [...acme().users, reader],
		apiKeys: [...acme().apiKeys, reverserKey],
		invoices: payableInvoices(2),
		...additions,
	});

const world = useWorld(file);

const slug = "inv-0";

/** Pays an invoice and returns the payment's record. */
async function paid(amount: number, more: object = {}) {
	expect(await payInvoice(world, slug, amount, more)).toMatchObject({
		status: "DONE",
	});
	const [last] = await paymentsOf(world, slug);
	return last;
}

/** Expects a refusal that changes nothing. */
async function expectRefusal(
	act: () => ReturnType<typeof reverse>,
	status: number,
	error: object,
) {
	const before = await tableContents(world);
	expect(await act()).toMatchObject({ status, body: { ok: false, error } });
	expect(await tableContents(world)).toEqual(before);
}

describe("200", () => {
	it("C1: answers the payment's record, marked as reversed; its amount is due again", async () => {
		const payment = await paid(40.1, { utr: "UTR-1", narration: "First" });
		expect(payment).toMatchObject({
			reversedAt: null,
			reversedBy: null,
			reversalReason: null,
		});
		world.time.now = new Date(testNow.getTime() + 60_000);
		const answer = await reverse(
			world,
			{ slug, paymentId: payment.id },
			{ reason: "Returned by the bank", amount: 1, unknown: true },
			{ key: "reverser-key" },
		);
		const reversed = {
			...payment,
			reversedAt: world.time.now.toISOString(),
			reversedBy: { userId: "u-2", keyId: expect.stringMatching(/^key_/) },
			reversalReason: "Returned by the bank",
		};
		expect(answer.status).toBe(200);
		expect(answer.headers.etag).toBeUndefined();
		expect(answer.body).toEqual({ ok: true, data: reversed });
		expect(Object.keys(answer.body.data)).toEqual(Object.keys(payment));
		expect(await paymentsOf(world, slug)).toEqual([reversed]);
		const { body } = await world.get(`/v1.0/invoice/${slug}`);
		expect(body.data).toMatchObject({
			state: "APPROVED",
			amount: 100,
			due: 100,
			paid: 0,
			version: 3,
			updatedAt: reversed.reversedAt,
			updatedBy: reversed.reversedBy,
		});
	});

	it("C1: a payment keeps its place in the list, and the others are not touched", async () => {
		for (const amount of [1, 2.5, 3]) await paid(amount);
		const before = await paymentsOf(world, slug);
		const { body } = await reverse(world, { slug, paymentId: before[1].id });
		expect(await paymentsOf(world, slug)).toEqual([
			before[0],
			body.data,
			before[2],
		]);
		expect(await balancedInvoice(world, slug)).toMatchObject({
			due: "96",
			paid: "4",
		});
	});

	it("C1: an amount that is due again can be paid again, and reversed again", async () => {
		for (let round = 1; round <= 3; round++) {
			const { id } = await paid(100);
			expect(await payInvoice(world, slug, 1)).toMatchObject({
				reason: "AMOUNT_EXCEEDS",
			});
			await reverse(world, { slug, paymentId: id });
			expect(await balancedInvoice(world, slug)).toMatchObject({
				due: "100",
				reversed: round,
			});
		}
	});

	it("C1: a repetition is answered with the record, unchanged: the first reason stays", async () => {
		const { id } = await paid(40);
		const first = await reverse(world, { slug, paymentId: id });
		const before = await tableContents(world);
		world.time.now = new Date(testNow.getTime() + 60_000);
		for (const key of ["reverser-key", undefined]) {
			const again = await reverse(
				world,
				{ slug, paymentId: id },
				{ reason: "Another reason" },
				key === undefined ? {} : { key },
			);
			expect(again).toMatchObject({ status: 200, body: first.body });
		}
		expect(await tableContents(world)).toEqual(before);
	});

	it.each(["DRAFTED", "VOID", "PAID", "x".repeat(4_000)])(
		"C1: a payment can be reversed in every state of the invoice (%#), which does not change",
		async (state) => {
			const { id } = await paid(40);
			const invoices = [{ slug, vendorId: "v-1", state, amount: 100 }];
			await world.import(file({ invoices }));
			const { status } = await reverse(world, { slug, paymentId: id });
			expect(status).toBe(200);
			expect(await storedInvoice(world, slug)).toMatchObject({
				state,
				due: "100",
				paid: "0",
			});
		},
	);

	it("R1: a payment is found by ~ and the base64url of its id and of its invoice's id", async () => {
		const { id } = await paid(40);
		const toSegment = (text: string) =>
			`~${Buffer.from(text).toString("base64url")}`;
		const named = { slug: toSegment(slug), paymentId: toSegment(id) };
		const { body } = await reverse(world, named);
		expect(body.data).toMatchObject({ id, reversalReason: "Wrong invoice" });
	});

	it("C1: neither If-Match nor x-idempotency-key is read", async () => {
		const { id } = await paid(40);
		const headers = { "if-match": '"999"' };
		for (let round = 0; round < 2; round++)
			expect(
				await reverse(world, { slug, paymentId: id }, wrongInvoice, {
					headers,
					idempotencyKey: "x".repeat(5_000),
				}),
			).toMatchObject({ status: 200 });
	});

	it("C1: a reason may have 500 characters of any kind", async () => {
		const { id } = await paid(40);
		const reason = "😀".repeat(500);
		const { body } = await reverse(world, { slug, paymentId: id }, { reason });
		expect(body.data.reversalReason).toBe(reason);
	});

	it("C1: earlier answers stay true: the attempt, and a second request under the key", async () => {
		const idempotencyKey = "k";
		await pay(world, [{ slug, amount: 40 }], { idempotencyKey });
		const attempt = await world.getAttempt("mark-as-paid", "k");
		const paymentId = attempt.body.data.results[0].paymentId;
		await reverse(world, { slug, paymentId });
		expect(await world.getAttempt("mark-as-paid", "k")).toEqual(attempt);
		expect(attempt.body.data.results[0].status).toBe("RECORDED");
		const again = await pay(world, [{ slug, amount: 40 }], { idempotencyKey });
		expect(again.status).toBe(409);
	});

	it("C1: a payment of a batch, while the batch runs and after it", async () => {
		await world.import(file({ invoices: payableInvoices(batchMin) }));
		const batch = await startBatch(world, resourcesOf(batchMin));
		const [first = "", last = ""] = world.queue.take();
		const reverseOf = (position: number) =>
			reverse(world, {
				slug: `inv-${position}`,
				paymentId: `${batch}-${position}`,
			});
		await deliver(world, [first]);
		expect(await reverseOf(0)).toMatchObject({ status: 200 });
		await deliver(world, [first, last]);
		const lastPosition = batchMin - 1;
		expect(await reverseOf(lastPosition)).toMatchObject({ status: 200 });
		const { body } = await world.getBatch(batch);
		expect(body.data).toMatchObject({
			status: "DONE",
			counts: { DONE: batchMin, ERROR: 0, SKIPPED: 0 },
		});
		for (const position of [0, lastPosition])
			expect(await balancedInvoice(world, `inv-${position}`)).toMatchObject({
				due: "100",
				reversed: 1,
			});
	});
});

describe("VOID and the amount (R5)", () => {
	const withPayment = async () => {
		const id = await createInvoice(world, { state: "APPROVED" });
		await payInvoice(world, id, 40);
		const [payment] = await paymentsOf(world, id);
		return { slug: id, paymentId: payment.id };
	};

	it("R5: possible again when all payments are reversed", async () => {
		const payment = await withPayment();
		const voided = () => patchInvoice(world, payment.slug, { state: "VOID" });
		expect((await voided()).status).toBe(409);
		await reverse(world, payment);
		expect((await voided()).status).toBe(200);
		const patch = { state: "DRAFTED", amount: 7 };
		expect((await patchInvoice(world, payment.slug, patch)).status).toBe(200);
		expect(await storedInvoice(world, payment.slug)).toMatchObject({
			amount: "7",
			due: "7",
			paid: "0",
		});
	});
});

describe("organization files", () => {
	it("contract 2: reversed payments do not count in the due of an invoice", async () => {
		const { id } = await paid(40);
		await paid(15);
		await reverse(world, { slug, paymentId: id });
		const invoices = [
			{ slug, vendorId: "v-1", state: "APPROVED", amount: 200, due: 150 },
		];
		await world.import(file({ invoices }));
		expect(await storedInvoice(world, slug)).toMatchObject({
			due: "135",
			paid: "15",
		});
	});
});

describe("the order of checks", () => {
	const payment = { slug: "no-such", paymentId: "no-such" };

	it("C1: 401, then 403 with any role, then the body, then 404", async () => {
		const empty = {};
		const send = (key: string | null, body: unknown = empty) =>
			reverse(world, payment, body, { key });
		expect(await send(null)).toMatchObject({ status: 401 });
		await world.import(
			file({
				apiKeys: [
					{
						...reverserKey,
						key: "all-others",
						permissions: permissions.filter(
							(one) => one !== "payments:reverse",
						),
					},
				],
			}),
		);
		expect(await send("all-others")).toMatchObject({
			status: 403,
			body: { error: { code: "INSUFFICIENT_PERMISSIONS" } },
		});
		expect(await send("reverser-key")).toMatchObject({
			status: 400,
			body: { error: { code: "VALIDATION_ERROR" } },
		});
		expect(await send("reverser-key", wrongInvoice)).toMatchObject({
			status: 404,
			body: { error: { code: "INVOICE_NOT_FOUND" } },
		});
	});

	it.each<[unknown, string]>([
		[{}, "/ must have required property 'reason'"],
		[{ reason: null }, "/reason must be string"],
		[{ reason: 7 }, "/reason must be string"],
		[{ reason: "" }, "/reason must NOT have fewer than 1 characters"],
		[
			{ reason: "x".repeat(501) },
			"/reason must NOT have more than 500 characters",
		],
		[{ reason: "\udfff" }, "/reason must be well-formed Unicode"],
		[[], "/ must be object"],
		["", "/ "],
	])(
		"C1: the body %j is refused before anything is read",
		async (body, reason) => {
			const { id } = await paid(40);
			const targets = [
				payment,
				{ slug, paymentId: "no-such" },
				{ slug, paymentId: id },
			];
			for (const target of targets)
				await expectRefusal(() => reverse(world, target, body), 400, {
					code: "VALIDATION_ERROR",
					message: expect.stringContaining(`Validation failed: ${reason}`),
				});
		},
	);

	it.each(["no-such", "bulk", "x".repeat(3_000), "%00", "#", "INV-0"])(
		"C1: 404 INVOICE_NOT_FOUND, with any form and length (%#)",
		async (unknown) => {
			const { id } = await paid(40);
			await expectRefusal(
				() => reverse(world, { slug: unknown, paymentId: id }),
				404,
				{ code: "INVOICE_NOT_FOUND" },
			);
		},
	);

	it("C1: 404 INVOICE_NOT_FOUND for the pointer of an invoice's number", async () => {
		const numbered = { invoiceNumber: "N-1", vendorId: "v-1" };
		const invoices = [{ slug, state: "APPROVED", amount: 100, ...numbered }];
		await world.import(file({ invoices }));
		const pointer = await createInvoiceId();
		await expectRefusal(
			() => reverse(world, { slug: pointer, paymentId: "x" }),
			404,
			{ code: "INVOICE_NOT_FOUND" },
		);
	});

	async function createInvoiceId() {
		const { toInvoiceId } = await import(
			"../../../shared/invoices/invoice-id.ts"
		);
		return toInvoiceId("v-1", "N-1");
	}

	it.each(["no-such", "x".repeat(3_000), "-0", "01ARZ3NDEKTSV4RRFFQ69G5FAV-0"])(
		"C1: 404 PAYMENT_NOT_FOUND, with any form and length (%#)",
		async (paymentId) => {
			await paid(40);
			await expectRefusal(() => reverse(world, { slug, paymentId }), 404, {
				code: "PAYMENT_NOT_FOUND",
			});
		},
	);

	it("C1: a payment of another invoice is PAYMENT_NOT_FOUND", async () => {
		const { id } = await paid(40);
		await expectRefusal(
			() => reverse(world, { slug: "inv-1", paymentId: id }),
			404,
			{ code: "PAYMENT_NOT_FOUND" },
		);
	});

	it("R1: an invoice of another organization looks like a missing one", async () => {
		const { id } = await paid(40);
		await world.import(otherOrganization());
		await expectRefusal(
			() =>
				reverse(world, { slug, paymentId: id }, wrongInvoice, {
					key: "other-key",
				}),
			404,
			{
				code: "INVOICE_NOT_FOUND",
				message: "Invoice not found: GET /v1.0/invoice lists the invoices",
			},
		);
	});

	const expiresAt = new Date(testNow.getTime() + 60_000).toISOString();
	const entry = { slug, vendorId: "v-1", state: "APPROVED", amount: 100 };
	it.each([
		[
			"LOCK_HELD",
			{ lock: { holder: "web", expiresAt }, platformPaymentInFlight: true },
		],
		["PLATFORM_PAYMENT_IN_FLIGHT", { platformPaymentInFlight: true }],
	])(
		"C1: 409 with %s in the message, after 404 and repetition",
		async (code, more) => {
			const { id } = await paid(40);
			const other = await paid(10);
			await reverse(world, { slug, paymentId: other.id });
			await world.import(file({ invoices: [{ ...entry, ...more }] }));
			const unknown = { slug, paymentId: "no-such" };
			expect(await reverse(world, unknown)).toMatchObject({ status: 404 });
			const repeated = await reverse(world, { slug, paymentId: other.id });
			expect(repeated).toMatchObject({ status: 200 });
			await expectRefusal(() => reverse(world, { slug, paymentId: id }), 409, {
				code: "INVALID_STATE_TRANSITION",
				message: expect.stringContaining(code),
			});
		},
	);

	it("C1: a lock that has expired does not count", async () => {
		const { id } = await paid(40);
		const lock = { holder: "web", expiresAt };
		await world.import(file({ invoices: [{ ...entry, lock }] }));
		world.time.now = new Date(expiresAt);
		const { status } = await reverse(world, { slug, paymentId: id });
		expect(status).toBe(200);
	});
});
