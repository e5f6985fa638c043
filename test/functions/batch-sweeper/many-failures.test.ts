import { beforeEach, describe, expect, it } from "vitest";
import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";
import { acme } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import {
	batchMin,
	chunks,
	resourcesOf,
	startBatch,
	sweep,
	sweepTimes,
} from "../../support/batches.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(acme);
beforeEach(() => world.skipPauses());

/** Reads whose keys contain the text fail for as long as the test runs. */
const failReadsOf = (text: string) =>
	world.gateway.faults.add({
		operation: "BatchGetItem",
		matches: (body) => JSON.stringify(body).includes(text),
		effect: failBefore(),
	});

describe("failing batches do not delay other batches, however many they are", () => {
	it("of 12 batches, more than are swept at once, the first 6 cannot be, and are named: the others are", async () => {
		const { org, users, apiKeys } = acme();
		const ids = Array.from({ length: 12 }, (_, index) =>
			`org-${index}`.replace(/-(\d)$/, "-0$1"),
		);
		const slugs = new Map<string, string>();
		for (const id of ids) {
			await world.import({
				org: { ...org, id },
				users,
				apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, key: `key-of-${id}` })),
			});
			const { body } = await pay(world, resourcesOf(batchMin), {
				key: `key-of-${id}`,
			});
			slugs.set(id, body.data.bulkActionSlug);
		}
		for (const id of ids.slice(0, 6)) failReadsOf(`ORG#${id}#BATCH`);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		await expect(sweep(world)).rejects.toThrow("6 failed");
		const failed = ids.slice(0, 6).map((organization) => ({
			organization,
			batch: slugs.get(organization),
			error: { name: "InternalServerError" },
			level: "ERROR",
		}));
		const lines = logged(world, "Sweep of a batch failed");
		expect(
			lines.toSorted((a, b) => a.organization.localeCompare(b.organization)),
		).toMatchObject(failed);
		for (const id of ids.slice(6)) {
			const key = `key-of-${id}`;
			const { body } = await world.getBatch(slugs.get(id) ?? "", "", { key });
			expect(body.data).toMatchObject({ status: "DONE", processed: batchMin });
		}
	});

	it("of 12 chunks of a batch, more than are closed at once, the first 6 cannot be: the others are", async () => {
		const total = chunks(12);
		const slug = await startBatch(world, resourcesOf(total));
		for (let chunk = 0; chunk < 6; chunk++) failReadsOf(`${slug}#${chunk}"`);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		await expect(sweep(world)).rejects.toThrow();
		const { body } = await world.getBatch(slug, "limit=1");
		expect(body.data).toMatchObject({
			status: "PENDING",
			processed: total - 6 * chunkResourcesMax,
		});
		world.gateway.faults.clear();
		await sweep(world);
		const after = await world.getBatch(slug, "limit=1");
		expect(after.body.data).toMatchObject({ status: "DONE", processed: total });
	});
});
