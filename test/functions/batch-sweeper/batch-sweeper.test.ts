import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import {
	holdBatchGuard,
	toGuardItem,
} from "../../../shared/batches/batch-guard.store.ts";
import { toRunningItem } from "../../../shared/batches/batch-list.store.ts";
import { findBatch } from "../../../shared/batches/batches.store.ts";
import {
	batchGuardKey,
	batchKey,
	invoiceKey,
	runningBatchKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import { resumeBatches } from "../../../tools/local/resume-batches.ts";
import {
	before,
	failBefore,
} from "../../support/aws-gateway/faults/effects.ts";
import { tearTransactions } from "../../support/aws-gateway/faults/torn-transactions.ts";
import {
	deliver,
	expectNothingRuns,
	expectSettled,
	startBatch,
	sweep,
	sweepTimes,
	workOff,
} from "../../support/batches.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { logged } from "../../support/logged.ts";
import {
	mixedOrganization,
	mixedOutcomes,
	mixedResources,
} from "../../support/mixed-batch.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { startProcess } from "../../support/service-process.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(mixedOrganization);

const organizationId = "acme";

/** A batch whose accepting function died after so many of its calls. */
async function abandonAcceptance(afterCall: number) {
	const process = startProcess(world, {
		call: afterCall,
		when: "after",
		what: "die",
	});
	expect((await pay(world, mixedResources, { process })).status).toBe(500);
}

async function outcomesOf(slug: string) {
	const results = await expectSettled(world, slug, mixedResources);
	return results.map(({ status, reason }) => reason ?? status);
}

describe("a batch that was not accepted completely", () => {
	it("is left alone for two minutes, and then aborted", async () => {
		await abandonAcceptance(4);
		passSeconds(world, sweepTimes.abortAfterSeconds);
		await sweep(world);
		expect((await pay(world, mixedResources)).status).toBe(409);
		passSeconds(world, 1);
		await sweep(world);
		expect(logged(world, "Sweep")).toMatchObject([
			{ results: { WAITED: 1 }, secondsWithoutProgress: 120 },
			{ results: { ABORTED: 1 }, secondsWithoutProgress: 121 },
		]);
		await expectNothingRuns(world, "");
		await startBatch(world, mixedResources);
	});

	it("is not aborted, but carried out, when it was committed after all", async () => {
		await abandonAcceptance(6);
		passSeconds(world, sweepTimes.resendAfterSeconds + 1);
		await sweep(world);
		expect(world.queue.bodies).toHaveLength(2);
		await workOff(world);
	});
});

describe("guarantee 5: a batch whose record is not visible yet, although its entry in the list is", () => {
	/** The sweeper runs when the opening transaction has taken effect and shows all but the record. */
	const openTorn = (act: () => Promise<unknown>) =>
		tearTransactions(world.gateway.faults, {
			times: 1,
			isHidden: (index) => index === 1,
			meanwhile: act,
			tornReads: 3,
		});

	it("keeps its guard, and is carried out", async () => {
		openTorn(() => sweep(world));
		const slug = await startBatch(world, mixedResources);
		expect((await pay(world, mixedResources)).status).toBe(409);
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("keeps its guard, even when it was opened minutes ago: the record is checked again by the clean-up itself", async () => {
		openTorn(async () => {
			passSeconds(world, sweepTimes.abortAfterSeconds + 1);
			await sweep(world);
			// For the request that opens the batch no time has passed.
			passSeconds(world, -sweepTimes.abortAfterSeconds - 1);
		});
		const slug = await startBatch(world, mixedResources);
		expect((await pay(world, mixedResources)).status).toBe(409);
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("is taken off the list two minutes after it was opened, when there is no record at all", async () => {
		const bulkActionSlug = newUlid(world.time.now);
		const id = { organizationId, bulkActionSlug };
		const TableName = world.table.name;
		const listedAt = world.time.now.toISOString();
		for (const Item of [
			toRunningItem({ ...id, listedAt }),
			toGuardItem({ ...id, createdAt: listedAt }),
		]) {
			const entry = new PutCommand({ TableName, Item });
			await world.table.documents.send(entry);
		}
		passSeconds(world, sweepTimes.abortAfterSeconds);
		await sweep(world);
		expect((await pay(world, mixedResources)).status).toBe(409);
		passSeconds(world, 1);
		await sweep(world);
		expect(logged(world, "Sweep")).toMatchObject([
			{ results: { WAITED: 1 }, function_request_id: "request-1" },
			{ results: { UNLISTED: 1 }, secondsWithoutProgress: 0 },
		]);
		await expectNothingRuns(world, bulkActionSlug);
	});
});

describe("a batch without progress", () => {
	it("is given up by its last progress, not by its age", async () => {
		const slug = await startBatch(world, mixedResources);
		const [first = "", second = ""] = world.queue.take();
		passSeconds(world, sweepTimes.abandonAfterSeconds - 1);
		await deliver(world, [first]);
		passSeconds(world, 2);
		expect(await sweep(world)).toBe(0);
		await deliver(world, [second]);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("contract 1: continues, and is paid, when its stack starts again after more than half an hour", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		await resumeBatches(world.table, world.time.now);
		expect(await sweep(world)).toBe(0);
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("has them sent by the next sweep when the queue did not take them", async () => {
		const slug = await startBatch(world, mixedResources);
		world.queue.take();
		passSeconds(world, sweepTimes.resendAfterSeconds + 1);
		const send = async () => {
			throw new Error("The queue does not answer");
		};
		await expect(sweep(world, { send })).rejects.toThrow("1 failed");
		await sweep(world);
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("fails the sweep when its record is gone before the sending is noted", async () => {
		const bulkActionSlug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.resendAfterSeconds + 1);
		const key = batchKey({ organizationId, bulkActionSlug });
		world.addFault({
			operation: "UpdateItem",
			effect: before(() => deleteItem(world, key)),
		});
		await expect(sweep(world)).rejects.toThrow("1 failed");
	});

	it("has its uncounted chunks sent again after the visibility timeout, once each time", async () => {
		const slug = await startBatch(world, mixedResources);
		const [first = "", second = ""] = world.queue.take();
		passSeconds(world, 60);
		await deliver(world, [first]);
		passSeconds(world, sweepTimes.resendAfterSeconds);
		await sweep(world);
		expect(world.queue.take()).toEqual([]);
		passSeconds(world, 1);
		await sweep(world);
		await sweep(world);
		passSeconds(world, 60);
		await sweep(world);
		expect(world.queue.take()).toEqual([second]);
		passSeconds(world, sweepTimes.resendAfterSeconds);
		await sweep(world);
		expect(world.queue.take()).toEqual([second]);
		await deliver(world, [second]);
		expect(await outcomesOf(slug)).toEqual(mixedOutcomes);
	});

	it("is given up after 30 minutes: all is PROCESSING_FAILED; a late worker pays nothing", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.abandonAfterSeconds);
		expect(await sweep(world)).toBe(0);
		passSeconds(world, 1);
		expect(await sweep(world)).toBe(2);
		const given = await outcomesOf(slug);
		expect(new Set(given)).toEqual(new Set(["PROCESSING_FAILED"]));
		await workOff(world);
		expect(await outcomesOf(slug)).toEqual(given);
		await startBatch(world, mixedResources);
	});

	it("is given up with what was paid as DONE: contract 3, PROCESSING_FAILED: nothing was recorded for it", async () => {
		const slug = await startBatch(world, mixedResources);
		const [first = ""] = world.queue.take();
		const isOfInv1 = (body: unknown) =>
			JSON.stringify(body).includes("INVOICE#inv-1");
		// Payments of the first invoice are recorded, those of the second never are.
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			effect: async (call, forward) => {
				const { Statements, ...rest } = JSON.parse(`${call.body}`);
				const others = Statements.filter((one: unknown) => !isOfInv1(one));
				const body = Buffer.from(
					JSON.stringify({ ...rest, Statements: others }),
				);
				if (others.length > 0) await forward({ ...call, body });
				return "disconnected";
			},
		});
		expect((await deliver(world, [first])).batchItemFailures).toHaveLength(1);
		world.gateway.faults.clear();
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		expect(await sweep(world)).toBe(2);
		const given = await outcomesOf(slug);
		for (const [position, { slug: invoice }] of mixedResources.entries()) {
			const isUndecided = ["inv-4", "inv-5"].includes(invoice);
			const isUnpaid =
				invoice === "inv-1" && mixedOutcomes[position] === "DONE";
			expect(given[position]).toBe(
				isUndecided || isUnpaid ? "PROCESSING_FAILED" : mixedOutcomes[position],
			);
		}
	});

	it("closing a chunk does not count as progress: if a sweeper dies in the middle, the next one continues at once", async () => {
		const slug = await startBatch(world, mixedResources);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		// The list, the batch, then each chunk: read, decision, count. After the first chunk's count it dies.
		const process = startProcess(world, {
			call: 7,
			when: "after",
			what: "die",
		});
		await expect(sweep(world, process)).rejects.toThrow();
		passSeconds(world, 60);
		await sweep(world);
		expect(new Set(await outcomesOf(slug))).toEqual(
			new Set(["PROCESSING_FAILED"]),
		);
	});

	it("an invoice that no payment fits into any more does not keep its neighbours or its organization waiting", async () => {
		// 390 KB, as no one could import it: every payment is refused as too large.
		await world.table.documents.send(
			new UpdateCommand({
				TableName: world.table.name,
				Key: invoiceKey(organizationId, "inv-0"),
				UpdateExpression: "SET ballast = :ballast",
				ExpressionAttributeValues: { ":ballast": "x".repeat(399_000) },
			}),
		);
		const slug = await startBatch(world, mixedResources);
		const [poison = "", other = ""] = world.queue.take();
		const answer = await deliver(world, [poison, other]);
		expect(answer.batchItemFailures).toEqual([{ itemIdentifier: "0" }]);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		expect(await sweep(world)).toBe(1);
		const given = await outcomesOf(slug);
		for (const [position, { slug: invoice }] of mixedResources.entries()) {
			expect(given[position]).toBe(
				invoice === "inv-0" ? "PROCESSING_FAILED" : mixedOutcomes[position],
			);
		}
	});
});

describe("any other entry that is listed as running", () => {
	it.each(["DONE", "ABORTED"])(
		"a batch that is %s is taken off the list, and its guard is given back",
		async (status) => {
			const slug = await startBatch(world, mixedResources);
			const id = { organizationId, bulkActionSlug: slug };
			await world.table.documents.send(
				new UpdateCommand({
					TableName: world.table.name,
					Key: batchKey(id),
					UpdateExpression: "SET #status = :status",
					ExpressionAttributeNames: { "#status": "status" },
					ExpressionAttributeValues: { ":status": status },
				}),
			);
			await sweep(world);
			expect(logged(world, "Sweep")).toMatchObject([
				{ results: { UNLISTED: 1 } },
			]);
			await expectNothingRuns(world, slug);
		},
	);

	it("an ended batch that is still listed does not take the guard of a newer one with it", async () => {
		const ended = await startBatch(world, mixedResources);
		await workOff(world);
		const id = { organizationId, bulkActionSlug: ended };
		await world.table.documents.send(
			new PutCommand({
				TableName: world.table.name,
				Item: { ...runningBatchKey(id), ...id },
			}),
		);
		// A millisecond later: its slug is the greater one.
		passSeconds(world, 0.001);
		const newer = await startBatch(world, mixedResources);
		await sweep(world);
		const [guard, entry] = await batchGet(world.table, [
			batchGuardKey(organizationId),
			runningBatchKey(id),
		]);
		expect(guard).toMatchObject({ bulkActionSlug: newer });
		expect(entry).toBeUndefined();
	});

	it("a batch whose guard somebody else holds meanwhile ends without touching the guard", async () => {
		const slug = await startBatch(world, mixedResources);
		await world.table.documents.send(
			new UpdateCommand({
				TableName: world.table.name,
				Key: batchGuardKey(organizationId),
				UpdateExpression: "SET holder = :web REMOVE bulkActionSlug, heldAt",
				ExpressionAttributeValues: { ":web": "web" },
			}),
		);
		await workOff(world);
		const { body } = await world.getBatch(slug);
		expect(body.data).toMatchObject({
			status: "DONE",
			processed: mixedResources.length,
		});
		const [guard, entry] = await batchGet(world.table, [
			batchGuardKey(organizationId),
			runningBatchKey({ organizationId, bulkActionSlug: slug }),
		]);
		expect(guard).toMatchObject({ holder: "web" });
		expect(entry).toBeUndefined();
		expect(await holdBatchGuard(world.table, organizationId, "x")).toEqual({
			holder: "web",
			bulkActionSlug: null,
			heldAt: null,
		});
	});

	it("a batch of a format that is not known is left to a version that knows it, and the next one is swept", async () => {
		const slug = await startBatch(world, mixedResources);
		const id = { organizationId, bulkActionSlug: slug };
		await setFormat(2);
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		await expect(sweep(world)).rejects.toThrow();
		const [body = ""] = world.queue.take();
		expect((await deliver(world, [body])).batchItemFailures).toHaveLength(1);
		await setFormat(1);
		expect((await findBatch(world.table, id))?.counted.size).toBe(0);
		await sweep(world);
		await outcomesOf(slug);

		async function setFormat(format: number) {
			await world.table.documents.send(
				new UpdateCommand({
					TableName: world.table.name,
					Key: batchKey(id),
					UpdateExpression: "SET #format = :format",
					ExpressionAttributeNames: { "#format": "format" },
					ExpressionAttributeValues: { ":format": format },
				}),
			);
		}
	});

	it("an organization whose batch cannot be swept does not keep others waiting", async () => {
		const { org, users } = mixedOrganization();
		await world.import({
			org: { ...org, id: "other" },
			users,
			apiKeys: [
				{
					key: "other",
					name: "Other",
					userId: "u-admin",
					permissions: ["payments:mark-paid"],
				},
			],
		});
		await startBatch(world, mixedResources);
		const other = await pay(world, mixedResources, { key: "other" });
		passSeconds(world, sweepTimes.abandonAfterSeconds + 1);
		world.gateway.faults.add({
			operation: "BatchGetItem",
			matches: (body) => JSON.stringify(body).includes("ORG#acme#BATCH"),
			effect: failBefore(),
		});
		await expect(sweep(world)).rejects.toThrow();
		const status = await world.getBatch(other.body.data.bulkActionSlug, "", {
			key: "other",
		});
		expect(status.body.data).toMatchObject({ status: "DONE" });
	});
});
