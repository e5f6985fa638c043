import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { resourcesOf } from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import {
	createRun,
	discardRun,
	getRun,
	releaseRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() =>
	acme({
		invoices: payableInvoices(3),
		apiKeys: [
			...acme().apiKeys,
			...(
				["payments:prepare", "payments:release", "payments:mark-paid"] as const
			).map((permission) => ({
				key: permission,
				name: "",
				userId: "u-admin",
				permissions: [permission],
			})),
		],
	}),
);

const list = resourcesOf(3);

describe("200", () => {
	it.each(["payments:prepare", "payments:release"])(
		"P5: %s discards a draft, and the answer is its record",
		async (key) => {
			const draft = await createRun(world, list);
			passSeconds(world, 60);
			const { status, body } = await discardRun(world, draft.runId, { key });
			const discarded = {
				...draft,
				state: "DISCARDED",
				discardedAt: world.time.now.toISOString(),
				discardedBy: { userId: "u-admin", keyId: expect.any(String) },
				version: 2,
			};
			expect({ status, data: body.data }).toEqual({
				status: 200,
				data: discarded,
			});
			expect((await getRun(world, draft.runId)).body.data).toEqual(discarded);
		},
	);

	it("P5: discarding again changes nothing", async () => {
		const { runId } = await createRun(world, list);
		const { body } = await discardRun(world, runId);
		passSeconds(world, 60);
		expect(await discardRun(world, runId)).toMatchObject({ status: 200, body });
	});

	it("P5: discarding again does not free the list that another run holds by now", async () => {
		const { runId } = await createRun(world, list);
		await discardRun(world, runId);
		const next = await createRun(world, list);
		await discardRun(world, runId);
		const { status, body } = await world.post("/v1.0/payment/run", {
			name: "n",
			resourceType: "INVOICE",
			resources: list,
		});
		expect([status, body.error?.runId]).toEqual([409, next.runId]);
	});

	it("P1: a discarded run is kept for 30 days after its creation", async () => {
		const { runId } = await createRun(world, list);
		passSeconds(world, 10 * 86_400);
		await discardRun(world, runId);
		passSeconds(world, 20 * 86_400 - 1);
		expect((await getRun(world, runId)).status).toBe(200);
		passSeconds(world, 1);
		expect((await getRun(world, runId)).status).toBe(404);
	});
});

describe("403", () => {
	it("P5: payments:mark-paid is not enough", async () => {
		const { runId } = await createRun(world, list);
		const key = "payments:mark-paid";
		expect((await discardRun(world, runId, { key })).status).toBe(403);
	});
});

describe("404", () => {
	it("P5: there is no such run", async () => {
		const { status, body } = await discardRun(world, "x");
		expect([status, body.error.code]).toEqual([404, "RUN_NOT_FOUND"]);
	});
});

describe("409", () => {
	it("P5: a released run is not discarded", async () => {
		const { runId } = await createRun(world, list);
		await releaseRun(world, runId);
		const { status, body } = await discardRun(world, runId);
		expect([status, body.error.code]).toEqual([
			409,
			"INVALID_STATE_TRANSITION",
		]);
	});
});
