import { describe, expect, it, vi } from "vitest";
import {
	AdvanceNotCreatedError,
	AdvanceUnknownError,
	NotFoundError,
	ValidationError,
} from "../../client/src/index.ts";
import { acme } from "../support/acme.ts";
import { passSeconds } from "../support/pass-time.ts";
import { useWorld } from "../support/use-world.ts";
import { faultAt, faults } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const requestingKey = "requests-only-key";
const world = useWorld(() => {
	const file = acme({
		vendors: ["v-1", "v-2"].map((id) => ({ id, name: `Traders ${id}` })),
		// It has no round: no caller has raised it.
		advances: [{ id: "file-1", vendorId: "v-1", state: "APPROVED" }],
		gstTaxes: [{ id: 1, name: "GST", rate: 18, rateType: "PERCENTAGE" }],
		approvalPolicies: [{ name: "Default", default: true, stages: [] }],
		procurementPolicy: { payers: ["u-admin"] },
	});
	const permissions = ["payments:request" as const];
	file.apiKeys.push(
		...file.apiKeys.map((one) => ({
			...one,
			key: requestingKey,
			permissions,
		})),
	);
	return file;
});
/** Not linked to an order: nothing but the key keeps a second one from being raised. */
const advance = { amount: 1_000, vendorId: "v-1" };

const advances = async () => {
	const { body } = await world.get("/v1.0/payment/request");
	return body.data.items
		.map((one: { paymentRequestId: string }) => one.paymentRequestId)
		.filter((id: string) => id !== "file-1");
};

describe("createVendorAdvance", () => {
	it.each(faults)(
		"raises one advance and names it, whichever exchange has the fault %s",
		async (fault) => {
			for (let exchange = 1; ; exchange++) {
				await world.reopen();
				const { client, network } = openClient(world, {
					faultOf: faultAt(fault, exchange),
				});
				const created = await client.createVendorAdvance(advance);
				await network.deliverAll();
				expect(await advances()).toEqual([created.paymentRequestId]);
				if (network.sent.length < exchange) break;
			}
		},
	);

	it("names the policy when the answer arrived", async () => {
		const { client } = openClient(world);
		expect(await client.createVendorAdvance(advance)).toEqual({
			paymentRequestId: expect.any(String),
			policyUsed: "Default",
		});
	});

	it("throws what it was refused for", async () => {
		const { client } = openClient(world);
		const unknown = client.createVendorAdvance({ amount: 1, vendorId: "v-9" });
		await expect(unknown).rejects.toBeInstanceOf(NotFoundError);
		const wrong = client.createVendorAdvance({ amount: 0, vendorId: "v-1" });
		await expect(wrong).rejects.toBeInstanceOf(ValidationError);
		await expect(wrong).rejects.toMatchObject({ pointer: "/amount" });
	});

	it("says that none was created when the answer that refused it was lost", async () => {
		const { client } = openClient(world, {
			faultOf: faultAt("DROP_ANSWER", 1),
		});
		const beforeSend = vi.fn();
		const error = await client
			.createVendorAdvance({ amount: 1, vendorId: "v-9" }, { beforeSend })
			.catch((reason: unknown) => reason);
		if (!(error instanceof AdvanceNotCreatedError)) throw error;
		const { message, attempt } = error;
		expect({ ...error, message }).toEqual({
			...{ name: "AdvanceNotCreatedError", isRetryable: true, attempt },
			message: "The advance was not created; the answer that says why was lost",
		});
		expect(beforeSend.mock.calls).toEqual([[{ ...attempt, positions: [0] }]]);
	});

	it("throws a NoAnswerError when no connection was made", async () => {
		const refused = Object.assign(new Error(), { syscall: "connect" });
		const { client } = openClient(world, {
			fetch: () => Promise.reject(refused),
		});
		await expect(
			client.createVendorAdvance(advance, { settleWithinMs: 1_000 }),
		).rejects.toMatchObject({ name: "NoAnswerError", mayHaveArrived: false });
	});

	it("names its key in an error that is not retryable if nothing can be found out; the same key finds the advance later", async () => {
		const { client } = openClient(world, {
			faultOf: (exchange) => (exchange === 1 ? "DROP_ANSWER" : "DROP_REQUEST"),
		});
		const error = await client
			.createVendorAdvance(advance)
			.catch((reason: unknown) => reason);
		if (!(error instanceof AdvanceUnknownError)) throw error;
		const { message, attempt } = error;
		expect({ ...error, message }).toEqual({
			...{ name: "AdvanceUnknownError", isRetryable: false, attempt },
			message: "It is not known whether the advance was created",
		});
		expect(error.cause).toMatchObject({ name: "NoAnswerError" });
		const later = openClient(world);
		const found = await later.client.createVendorAdvance(advance, { attempt });
		const [paymentRequestId] = await advances();
		expect(found).toEqual({ paymentRequestId, policyUsed: null });
		expect(later.network.sent.map(({ method }) => method)).toEqual(["GET"]);
	});

	it.each<[string, object[], boolean]>([
		["none", [], true],
		["one of another amount", [{ tax: { subTotal: 999 }, round: 1 }], true],
		["one of its amount", [{ tax: { subTotal: 1_000 }, round: 1 }], false],
		["one without a round", [{ tax: { subTotal: 1_000 } }], false],
		["one without a tax or a round", [{ tax: null, round: null }], true],
		["one of a later round", [{ tax: { subTotal: 999 }, round: 2 }], false],
	])(
		"raises it under a key that the service has forgotten unless the vendor has one like it: %s",
		async (_, items, isRaised) => {
			const asked: string[] = [];
			const { client } = openClient(world, {
				fetch: async (url, { method, headers } = {}) => {
					const { pathname, search } = new URL(String(url));
					const key = new Headers(headers).get("x-idempotency-key");
					asked.push(`${method} ${pathname}${search} ${key}`);
					if (method === "POST")
						return Response.json({ ok: true, data: { policyUsed: "P" } });
					if (search) return Response.json({ ok: true, data: { items } });
					const error = { code: "ATTEMPT_NOT_FOUND", message: "None" };
					return Response.json({ ok: false, error }, { status: 404 });
				},
			});
			const attempt = { idempotencyKey: "k", firstSentAt: new Date(0) };
			const beforeSend = () => Promise.reject(new Error("Sent before"));
			const created = client.createVendorAdvance(advance, {
				...{ attempt, beforeSend },
			});
			const ask = "GET /v1.0/attempt/vendor-advance k";
			const list = "GET /v1.0/payment/request?vendorId=v-1&limit=100 null";
			const post = "POST /v1.0/payment/request/vendor-advance k";
			if (isRaised) expect(await created).toEqual({ policyUsed: "P" });
			else
				await expect(created).rejects.toMatchObject({
					...{ name: "AdvanceUnknownError", attempt },
					cause: { name: "AttemptForgottenError" },
				});
			expect(asked).toEqual(isRaised ? [ask, list, ask, post] : [ask, list]);
		},
	);

	it("sends nothing when beforeSend, which is awaited, throws", async () => {
		const { client, network } = openClient(world);
		const full = new Error("The disk is full");
		const failed = client.createVendorAdvance(advance, {
			beforeSend: () => Promise.reject(full),
		});
		await expect(failed).rejects.toBe(full);
		expect(network.sent).toEqual([]);
	});

	describe("under a key that another process has stored, a day later", () => {
		/** The date is of no use: that process's clock may have been wrong. */
		const attempt = {
			idempotencyKey: "stored key",
			firstSentAt: new Date("2026-11-22T09:00:00.000Z"),
		};
		const raise = (
			amount: number,
			isFirst: boolean,
			{ tax = {}, ...options }: { tax?: object; apiKey?: string } = {},
		) =>
			openClient(world, options).client.createVendorAdvance(
				{ ...advance, ...tax, amount },
				{
					attempt: isFirst ? { ...attempt, firstSentAt: null } : attempt,
				},
			);

		it.each<[string, object]>([
			["without tax", {}],
			["with GST", { gstId: 1, gstAmount: 180 }],
		])(
			"raises none when it cannot tell one of the same amount from its own: %s",
			async (_, tax) => {
				const { paymentRequestId } = await raise(1_000, true, { tax });
				passSeconds(world, 24.5 * 3_600);
				await expect(raise(1_000, false, { tax })).rejects.toMatchObject({
					name: "AdvanceUnknownError",
					cause: { name: "AttemptForgottenError" },
				});
				expect(await advances()).toEqual([paymentRequestId]);
			},
		);

		it("raises none when one of the vendor's was resubmitted: its amount may have been another", async () => {
			const { paymentRequestId: id } = await raise(1_000, true);
			await world.import({
				org: { id: "acme" },
				advances: [{ id, vendorId: "v-1", state: "PENDING_RESUBMISSION" }],
			});
			await openClient(world).client.resubmitPaymentRequest(
				id,
				{ ...advance, amount: 2_000 },
				{ ifVersion: 2 },
			);
			passSeconds(world, 24.5 * 3_600);
			await expect(raise(1_000, false)).rejects.toMatchObject({
				name: "AdvanceUnknownError",
				cause: { name: "AttemptForgottenError" },
			});
			expect(await advances()).toEqual([id]);
		});

		it("raises it when the vendor has none of its amount", async () => {
			for (const other of [advance, { amount: 999, vendorId: "v-2" }])
				await openClient(world).client.createVendorAdvance(other);
			passSeconds(world, 24.5 * 3_600);
			const { paymentRequestId } = await raise(999, false);
			expect(await advances()).toContain(paymentRequestId);
			expect(await advances()).toHaveLength(3);
		});

		it("looks through all of the vendor's, with at most 50 reads a second", async () => {
			await world.import({
				org: { id: "acme" },
				advances: Array.from({ length: 200 }, (_, index) => ({
					id: `old-${index}`,
					vendorId: "v-1",
					state: "REJECTED" as const,
				})),
			});
			const readAt: number[] = [];
			const { client } = openClient(world, {
				faultOf(_, { url }) {
					if (url.startsWith("/v1.0/payment/request?"))
						readAt.push(world.time.now.getTime());
					return undefined;
				},
			});
			await client.createVendorAdvance(advance, { attempt });
			const [first = 0] = readAt;
			expect(readAt).toEqual([first, first + 20, first + 40]);
		});

		it("raises none when the API key may not read advances", async () => {
			await expect(
				raise(1_000, false, { apiKey: requestingKey }),
			).rejects.toMatchObject({
				name: "AdvanceUnknownError",
				cause: { name: "PermissionError" },
			});
			expect(await advances()).toEqual([]);
		});
	});
});
