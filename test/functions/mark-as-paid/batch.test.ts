import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	expectSettled,
	resourcesOf,
	sendBatch,
	workOff,
} from "../../support/batches.ts";
import { openWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
	world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(260) }));
});
afterEach(() => world[Symbol.asyncDispose]());

describe("200", () => {
	it("4.4: more than 100 resources are accepted as a batch, and then all paid", async () => {
		const resources = resourcesOf(250);
		const answer = await sendBatch(world, resources);
		expect(answer).toMatchObject({ status: 200 });
		expect(answer.body).toEqual({
			ok: true,
			data: {
				status: "PENDING",
				bulkActionSlug: expect.stringMatching(/^[0-9A-Z]{26}$/),
			},
		});
		await workOff(world);
		const slug = answer.body.data.bulkActionSlug;
		const results = await expectSettled(world, slug, resources);
		expect(results.every(({ status }) => status === "DONE")).toBe(true);
	});
});
