import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
	type AttemptKey,
	IdempotencyKeyReusedError,
	NoAnswerError,
	PaymentsIncompleteError,
	type PlannedRequest,
} from "../../client/src/index.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { passSeconds } from "../support/pass-time.ts";
import { useWorld } from "../support/use-world.ts";
import { leaveEndUnstored } from "./support/leave-end-unstored.ts";
import {
	expectRecordsAsReported,
	recordedPayments,
} from "./support/paid-records.ts";
import { type Fault, faultAt } from "./support/unreliable-network.ts";
import { openClient, toFetch } from "./support/world-client.ts";

const slugs = ["inv-0", "inv-1"];
const resources = [
	{ slug: "inv-0", amount: 10 },
	{ slug: "inv-1", amount: 20 },
];
const payingKey = "payments-only-key";
const world = useWorld(() => {
	const file = acme({ invoices: payableInvoices(2) });
	const permissions = ["payments:mark-paid" as const];
	file.apiKeys.push(
		...file.apiKeys.map((one) => ({ ...one, key: payingKey, permissions })),
	);
	return file;
});

/** The first exchange has the fault; after it nothing gets through any more. */
const thenNothing = (fault: Fault) => (exchange: number) =>
	exchange === 1 ? fault : "DROP_REQUEST";

/**
 * @param hoursOff How much the clock of the process is ahead.
 * @param isDelivered What is late arrives when the process has ended.
 */
async function expectUnknown(
	fault: Fault,
	hoursOff = 0,
	isDelivered = true,
): Promise<AttemptKey> {
	const { client, network } = openClient(world, {
		faultOf: thenNothing(fault),
	});
	const error = await client
		.markAsPaid(resources)
		.catch((reason: unknown) => reason);
	if (!(error instanceof PaymentsIncompleteError)) throw error;
	expect(error.cause).toBeInstanceOf(NoAnswerError);
	expect(error.results).toEqual([undefined, undefined]);
	const [part] = error.unfinished;
	expect(part).toMatchObject({
		state: "UNKNOWN",
		positions: [0, 1],
		bulkActionSlug: null,
	});
	if (!part?.attempt) throw new Error("The error names no attempt");
	if (isDelivered) await network.deliverAll();
	const { idempotencyKey, firstSentAt } = part.attempt;
	const readAt = firstSentAt?.getTime() ?? Number.NaN;
	return {
		idempotencyKey,
		firstSentAt: new Date(readAt + hoursOff * 3_600_000),
	};
}

describe("an outcome that cannot be learned in time", () => {
	it("is an error that names the key, with which the outcome is found out later", async () => {
		const attempt = await expectUnknown("DROP_ANSWER");
		const { client } = openClient(world);
		const outcome = await client.settlePayments(resources, attempt);
		if (outcome.status !== "SETTLED") throw new Error(outcome.status);
		await expectRecordsAsReported(world, slugs, resources, outcome.results);
		expect(outcome.results.map(({ status }) => status)).toEqual([
			"DONE",
			"DONE",
		]);
	});

	it("is learned by payOnce too, which sends only what has not arrived", async () => {
		const attempt = await expectUnknown("DROP_ANSWER");
		const { client, network } = openClient(world);
		const outcome = await client.payOnce(resources, { attempt });
		expect(outcome).toMatchObject({ status: "SETTLED", attempt });
		expect(network.sent.map(({ method }) => method)).toEqual(["GET"]);
		expect(await recordedPayments(world, slugs)).toHaveLength(2);
	});

	it("is sent again under its own key when it has not arrived, hours later too", async () => {
		const attempt = await expectUnknown("DROP_REQUEST");
		passSeconds(world, 20 * 3_600);
		const { client } = openClient(world);
		expect(await client.settlePayments(resources, attempt)).toEqual({
			status: "NOT_ARRIVED",
			attempt,
		});
		const outcome = await client.payOnce(resources, { attempt });
		if (outcome.status !== "SETTLED") throw new Error(outcome.status);
		await expectRecordsAsReported(world, slugs, resources, outcome.results);
	});

	const hoursOff = [-23.5, -5.5, 5.5, 23.5];

	it.each(hoursOff)(
		"is learned from the recorded payments when the service has forgotten its key, though the first process's clock was %s hours off",
		async (hours) => {
			const attempt = await expectUnknown("DROP_ANSWER", hours);
			passSeconds(world, 24.5 * 3_600);
			for (const learn of ["payOnce", "settlePayments"] as const) {
				const { client, network } = openClient(world);
				const outcome =
					learn === "payOnce"
						? await client.payOnce(resources, { attempt })
						: await client.settlePayments(resources, attempt);
				if (outcome.status !== "SETTLED") throw new Error(outcome.status);
				await expectRecordsAsReported(world, slugs, resources, outcome.results);
				expect(outcome.results).toMatchObject([
					{ status: "DONE" },
					{ status: "DONE" },
				]);
				expect(network.sent.map(({ method }) => method)).not.toContain("POST");
			}
			expect(await recordedPayments(world, slugs)).toHaveLength(2);
		},
	);

	it.each(hoursOff)(
		"is sent again under its own key a day later when no payment has it, though the first process's clock was %s hours off",
		async (hours) => {
			const attempt = await expectUnknown("LATE_UNTIL_THE_END", hours, false);
			passSeconds(world, 24.5 * 3_600);
			const { client } = openClient(world);
			const outcome = await client.payOnce(resources, { attempt });
			if (outcome.status !== "SETTLED") throw new Error(outcome.status);
			await expectRecordsAsReported(world, slugs, resources, outcome.results);
		},
	);

	it("is not sent again, and unknown, when the API key may not read the payments", async () => {
		const attempt = await expectUnknown("DROP_ANSWER");
		passSeconds(world, 24.5 * 3_600);
		const { client, network } = openClient(world, { apiKey: payingKey });
		const outcome = await client.payOnce(resources, { attempt });
		expect(outcome).toMatchObject({
			status: "UNKNOWN",
			cause: { name: "PermissionError" },
		});
		expect(network.sent.map(({ method }) => method)).not.toContain("POST");
	});

	it("is sent again without reading the payments by the client that has sent it itself", async () => {
		let isBroken = true;
		const { client } = openClient(world, {
			apiKey: payingKey,
			faultOf: () => (isBroken ? "DROP_REQUEST" : undefined),
		});
		const unknown = await client.payOnce(resources, { settleWithinMs: 1_000 });
		expect(unknown.status).toBe("UNKNOWN");
		isBroken = false;
		const { attempt } = unknown;
		expect(await client.payOnce(resources, { attempt })).toMatchObject({
			status: "SETTLED",
			results: [{ status: "DONE" }, { status: "DONE" }],
		});
	});

	const firstSentAt = "2026-11-21T10:00:00.000Z";
	it.each([
		["firstSentAt is the text of a date", { firstSentAt }],
		["firstSentAt is no date", { firstSentAt: new Date("yesterday") }],
		["firstSentAt is absent", { firstSentAt: undefined }],
		["there is no key", { idempotencyKey: undefined }],
		[
			"there is no key, and nothing was sent",
			{ idempotencyKey: undefined, firstSentAt: null },
		],
		["the key ends with a line break", { idempotencyKey: "run-117\n" }],
		["the key begins with a blank", { idempotencyKey: " run-117" }],
		["a line break is in the key", { idempotencyKey: "run\n117" }],
		["the key is not ASCII", { idempotencyKey: "zahlung-für-117" }],
	])("is not sent again when %s", async (_, wrong) => {
		const known = await expectUnknown("DROP_ANSWER");
		// What JavaScript can pass.
		const attempt = { ...known, ...wrong } as AttemptKey;
		const { client, network } = openClient(world);
		const advance = { amount: 1, vendorId: "v-1" };
		for (const call of [
			() => client.payOnce(resources, { attempt }),
			() => client.settlePayments(resources, attempt),
			() => client.createVendorAdvance(advance, { attempt }),
		])
			await expect(call()).rejects.toThrow(
				/^attempt\.\w+ must be (a (valid Date|string)|ASCII)/,
			);
		expect(network.sent).toEqual([]);
	});

	it("is not taken from the attempt of other content", async () => {
		const attempt = await expectUnknown("DROP_ANSWER");
		const { client } = openClient(world);
		for (const other of [
			[{ slug: "inv-0", amount: 10 }],
			[
				{ slug: "inv-0", amount: 10 },
				{ slug: "inv-1", amount: 21 },
			],
			resources.toReversed(),
		]) {
			const outcome = await client.payOnce(other, { attempt });
			if (outcome.status !== "UNKNOWN") throw new Error(outcome.status);
			expect(outcome.cause).toBeInstanceOf(IdempotencyKeyReusedError);
		}
		expect(await recordedPayments(world, slugs)).toHaveLength(2);
	});

	it("stays unknown when the API key is revoked before it can be learned", async () => {
		const { network } = openClient(world, {
			faultOf: thenNothing("DROP_ANSWER"),
		});
		const error = { code: "INVALID_API_KEY", message: "Not valid" };
		const { client } = openClient(world, {
			fetch: (url, init) =>
				network.sent.length === 0
					? toFetch(network)(url, init)
					: Promise.resolve(
							Response.json({ ok: false, error }, { status: 401 }),
						),
		});
		const outcome = await client.payOnce(resources);
		expect(outcome).toMatchObject({
			status: "UNKNOWN",
			cause: { name: "AuthenticationError", code: "INVALID_API_KEY" },
		});
		expect(await recordedPayments(world, slugs)).toHaveLength(2);
	});
});

describe("a retry of locked resources", () => {
	const lock = {
		holder: "web",
		expiresAt: "2026-11-21T10:00:05.000Z",
	};
	const locked = useWorld(() => {
		const invoices = payableInvoices(2).map((invoice) =>
			invoice.slug === "inv-0" ? { ...invoice, lock } : invoice,
		);
		return acme({ invoices });
	});

	const settled = {
		status: "SETTLED",
		results: [{ status: "NOT_RECORDED" }, { status: "DONE" }],
	};

	it("is settled at once if only the answer is lost: the request has ended, and what is not recorded never will be", async () => {
		const faultOf = faultAt("DROP_ANSWER", 1);
		const { client } = openClient(locked, { faultOf });
		const before = locked.time.now;
		expect(await client.payOnce(resources)).toMatchObject(settled);
		const seconds = (locked.time.now.getTime() - before.getTime()) / 1_000;
		expect(seconds).toBeLessThan(10);
	});

	it("is settled by default after 330 s if its end could not be stored", async () => {
		const faultOf = faultAt("DROP_ANSWER", 1);
		const { client } = openClient(locked, { faultOf });
		leaveEndUnstored(locked);
		expect(await client.payOnce(resources)).toMatchObject(settled);
	});

	it("that has an unknown outcome leaves no result that could mislead", async () => {
		let posts = 0;
		const { client } = openClient(locked, {
			faultOf: (_, { method }) => {
				if (method === "POST") posts += 1;
				return posts > 1 ? "DROP_REQUEST" : undefined;
			},
		});
		const error = await client
			.markAsPaid(resources)
			.catch((reason: unknown) => reason);
		if (!(error instanceof PaymentsIncompleteError)) throw error;
		expect(error.results).toMatchObject([undefined, { status: "DONE" }]);
		expect(error.unfinished).toMatchObject([
			{ state: "UNKNOWN", positions: [0] },
		]);
	});

	it("that is refused, or not wanted, leaves them LOCK_HELD", async () => {
		let calls = 0;
		const beforeSend = () => {
			calls += 1;
			if (calls > 1) throw new Error("No more");
		};
		const { client } = openClient(locked);
		const refused = await client.markAsPaid(resources, { beforeSend });
		expect(refused).toMatchObject([
			{ status: "SKIPPED", reason: "LOCK_HELD" },
			{ status: "DONE" },
		]);
		expect(calls).toBe(2);
		const unwanted = await client.markAsPaid(resources, {
			retryLockedForMs: 0,
		});
		expect(unwanted).toMatchObject([{ reason: "LOCK_HELD" }, {}]);
	});

	it("continues for retryLockedForMs after the first results, however long these took", async () => {
		const { client } = openClient(locked);
		let calls = 0;
		const results = await client.markAsPaid(resources, {
			retryLockedForMs: 3_000,
			beforeSend: () => passSeconds(locked, calls++ === 0 ? 4 : 0),
		});
		expect(results).toMatchObject([{ status: "DONE" }, { status: "DONE" }]);
	});

	it("ends retryLockedForMs after the first results, however often it was retried", async () => {
		const { client } = openClient(locked);
		// Retries at 1 s and 3 s; the next one, at 7 s, would find the lock gone.
		const results = await client.markAsPaid(resources, {
			retryLockedForMs: 5_000,
		});
		expect(results).toMatchObject([
			{ status: "SKIPPED", reason: "LOCK_HELD" },
			{ status: "DONE" },
		]);
	});

	it("ends when the signal is aborted, with the results that are final", async () => {
		const controller = new AbortController();
		const { client } = openClient(locked, {
			onPause: async () => controller.abort(),
		});
		const { signal } = controller;
		const results = await client.markAsPaid(resources, { signal });
		expect(results).toMatchObject([
			{ reason: "LOCK_HELD" },
			{ status: "DONE" },
		]);
	});
});

describe("nothing is open", () => {
	it("when no connection was made: the call ends with that error", async () => {
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		// Unchecked cast: a server that listens on a port has this address.
		const { port } = server.address() as AddressInfo;
		server.close();
		await once(server, "close");
		const { client } = openClient(world, {
			url: `http://127.0.0.1:${port}`,
			fetch: globalThis.fetch,
		});
		const failed = client.markAsPaid(resources, { settleWithinMs: 1_000 });
		await expect(failed).rejects.toMatchObject({
			name: "NoAnswerError",
			mayHaveArrived: false,
			isRetryable: true,
		});
	});

	const failed = (details: object) => Object.assign(new Error(), details);
	const reset = failed({ code: "ECONNREFUSED", syscall: "read" });
	const lookUp = failed({ code: "ENOTFOUND", syscall: "getaddrinfo" });
	const late = failed({ code: "UND_ERR_CONNECT_TIMEOUT" });
	it.each([
		["a connection that ended", reset, "UNKNOWN"],
		["a name that is not known", lookUp, "NOT_SENT"],
		["a connection that took too long", late, "NOT_SENT"],
		["no address that answers", new AggregateError([late, lookUp]), "NOT_SENT"],
		[
			"two addresses, one of which ended it",
			new AggregateError([late, reset]),
			"UNKNOWN",
		],
	])(
		"only if the connection was not made: its end proves nothing, with any code: %s",
		async (_, cause, status) => {
			const { client } = openClient(world, {
				fetch: () => Promise.reject(new TypeError("fetch failed", { cause })),
			});
			expect(
				await client.payOnce(resources, { settleWithinMs: 1_000 }),
			).toMatchObject({ status });
		},
	);

	it("only if it is the service or its gateway that refuses: the refusal of a proxy proves nothing", async () => {
		const { client } = openClient(world, {
			fetch: async () => Response.json({ detail: "No" }, { status: 403 }),
		});
		expect(
			await client.payOnce(resources, { settleWithinMs: 1_000 }),
		).toMatchObject({ status: "UNKNOWN" });
	});

	it("when the request cannot be written at all: that is the caller's error", async () => {
		const { client, network } = openClient(world);
		// What JavaScript can pass.
		const amount = 10n as unknown as number;
		await expect(client.payOnce([{ slug: "inv-0", amount }])).rejects.toThrow(
			"BigInt",
		);
		expect(network.sent).toEqual([]);
	});

	it("when beforeSend throws: nothing is sent", async () => {
		const { client, network } = openClient(world);
		const full = new Error("The disk is full");
		const failed = client.markAsPaid(resources, {
			beforeSend: () => Promise.reject(full),
		});
		await expect(failed).rejects.toBe(full);
		expect(network.sent).toEqual([]);
	});

	it("when the signal is aborted before anything is sent", async () => {
		const { client, network } = openClient(world);
		const signal = AbortSignal.abort(new Error("Stopped"));
		await expect(client.markAsPaid(resources, { signal })).rejects.toThrow(
			"Stopped",
		);
		expect(network.sent).toEqual([]);
	});
});

it("a callback that throws does not lose the results of what was paid", async () => {
	const { client } = openClient(world);
	const bug = new Error("A bug of the caller");
	const options = {
		resourcesPerRequestMax: 1,
		onProgress: () => {
			throw bug;
		},
	};
	const error = await client
		.markAsPaid(resources, options)
		.catch((reason: unknown) => reason);
	if (!(error instanceof PaymentsIncompleteError)) throw error;
	expect(error.cause).toBe(bug);
	expect(error.results).toMatchObject([{ status: "DONE" }, undefined]);
	expect(error.unfinished).toMatchObject([
		{ state: "NOT_PAID", positions: [1], attempt: null },
	]);
	await expectRecordsAsReported(
		world,
		["inv-0", "inv-1"],
		resources.slice(0, 1),
		[error.results[0]],
	);
});

it("sends the same content again, even if the caller changes it meanwhile", async () => {
	const own = resources.map((resource) => ({ ...resource }));
	const { client, network } = openClient(world, {
		faultOf: (exchange) => {
			for (const resource of own) resource.amount += 1;
			return exchange === 1 ? "DROP_REQUEST" : undefined;
		},
	});
	const results = await client.markAsPaid(own);
	await expectRecordsAsReported(world, slugs, resources, results);
	expect(network.sent.filter(({ method }) => method === "POST")).toHaveLength(
		2,
	);
});

it("names the key of a request that was aborted on its way", async () => {
	const planned: PlannedRequest[] = [];
	const controller = new AbortController();
	const { client } = openClient(world, {
		faultOf: () => {
			controller.abort(new Error("Stopped"));
			return undefined;
		},
	});
	const error = await client
		.markAsPaid(resources, {
			signal: controller.signal,
			beforeSend: (one) => {
				planned.push(one);
			},
		})
		.catch((reason: unknown) => reason);
	if (!(error instanceof PaymentsIncompleteError)) throw error;
	const [{ idempotencyKey, firstSentAt } = {}] = planned;
	expect(planned).toMatchObject([{ positions: [0, 1] }]);
	expect(error.unfinished).toMatchObject([
		{ state: "UNKNOWN", attempt: { idempotencyKey, firstSentAt } },
	]);
});
