import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import {
	batchGuardKey,
	batchKey,
	runningBatchKey,
} from "../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import type { CommandWorld } from "../../../tools/operator/cli/command.ts";
import { suspendCommand } from "../../../tools/operator/cli/commands/organization-commands.ts";
import {
	resumeOrganization,
	suspendOrganization,
} from "../../../tools/operator/organizations/suspend-organization.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before as beforeCall,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	batchMin,
	notStopped,
	resourcesOf,
	startBatch,
	stopBatch,
	sweep,
	workOff,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "./exported.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(250) }));

/** @param onPause What happens in one pause after another. */
const suspend = (
	options: { keepsBatches?: boolean; isServed?: boolean } = {},
	onPause: (seconds: number) => Promise<unknown> = async () => {},
	table = world.table,
) => {
	let seconds = 0;
	const pause = async (milliseconds: number) => {
		// The others are those before a repeated call.
		if (milliseconds !== 1_000) return table.pause(milliseconds);
		seconds += 1;
		await onPause(seconds);
	};
	return suspendOrganization(
		{ ...table, pause },
		{
			organizationId: "acme",
			keepsBatches: false,
			isServed: true,
			clock: () => world.time.now,
			...options,
		},
	);
};

const isRefused = { status: 403, body: { error: { code: "ACCESS_DENIED" } } };
const counted = async (slug: string) => {
	const batches: { bulkActionSlug: string }[] = (await exported(world)).batches;
	return batches.find(({ bulkActionSlug }) => bulkActionSlug === slug);
};
const byOperator = {
	stoppedAt: "2026-11-21T10:00:00.000Z",
	stoppedBy: null,
	stopReason: "The operator suspended the organization",
};

describe("organizations: org suspend", () => {
	it("stops the running batch, and shows the suspension in the export", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		expect(await suspend()).toEqual([slug]);
		const { org } = await exported(world);
		expect(org.suspendedAt).toBe("2026-11-21T10:00:00.000Z");
		expect(await counted(slug)).toMatchObject({
			status: "DONE",
			counts: { DONE: 0, ERROR: 0, SKIPPED: 250 },
			...byOperator,
		});
		passSeconds(world, 5);
		expect(await pay(world, resourcesOf(1))).toMatchObject(isRefused);
	});

	it("contract 5: says first that requests are refused, and then how long it still waits", async () => {
		const said: string[] = [];
		const tableFor = () => ({ ...world.table, pause: async () => {} });
		// Unchecked cast: this is all that the command uses.
		const commandWorld = {
			table: world.table,
			audit: { tableFor, count: () => {} },
			isStackStopped: false,
			clock: () => world.time.now,
			confirm: async () => {},
			note: (line: string) => said.push(line),
			showWait: (seconds: number, total: number) =>
				said.push(`${seconds} of ${total}`),
			write: async () => said.push("written"),
		} as unknown as CommandWorld;
		const args = { positionals: ["acme"], values: {} };
		await suspendCommand.prepare(args)(commandWorld);
		expect(said).toEqual([
			"acme is suspended. For 35 seconds, batches of requests that had begun are stopped too",
			...Array.from({ length: 35 }, (_, index) => `${index + 1} of 35`),
			"written",
		]);
	});

	it("--keep-batches: the batch is paid to its end, and requests are refused", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		expect(await suspend({ keepsBatches: true })).toEqual([]);
		passSeconds(world, 5);
		expect(await pay(world, resourcesOf(1))).toMatchObject(isRefused);
		await workOff(world);
		expect(await counted(slug)).toMatchObject({
			counts: { DONE: 250, ERROR: 0, SKIPPED: 0 },
			...notStopped,
		});
	});

	it("stops the batch of a request that was admitted before, whenever it is accepted in the next 34 seconds", async () => {
		await pay(world, resourcesOf(1, 1));
		let slug = "";
		let left = 0;
		const stopped = await suspend({}, async (seconds) => {
			if (seconds === 34) slug = await startBatch(world, resourcesOf(250));
			left = seconds;
		});
		expect({ stopped, left }).toEqual({ stopped: [slug], left: 35 });
		await workOff(world);
		expect(await counted(slug)).toMatchObject({
			counts: { DONE: 0, ERROR: 0, SKIPPED: 250 },
		});
	});

	it("stops a batch that is being accepted: once it is committed, nothing of it is paid", async () => {
		world.addFault({
			operation: "UpdateItem",
			times: 1,
			// The commit.
			effect: beforeCall(() => suspend({ isServed: false })),
		});
		const slug = await startBatch(world, resourcesOf(batchMin));
		await workOff(world);
		await sweep(world);
		expect(await counted(slug)).toMatchObject({
			status: "DONE",
			counts: { DONE: 0, ERROR: 0, SKIPPED: batchMin },
		});
	});

	it("takes the time of each stop: none is before its batch was accepted", async () => {
		const first = await startBatch(world, resourcesOf(250));
		let second = "";
		await suspend({}, async (seconds) => {
			passSeconds(world, 1);
			if (seconds === 2) await workOff(world);
			if (seconds === 4) second = await startBatch(world, resourcesOf(250));
		});
		expect(await counted(first)).toMatchObject({
			createdAt: "2026-11-21T10:00:00.000Z",
			stoppedAt: "2026-11-21T10:00:00.000Z",
			finishedAt: "2026-11-21T10:00:02.000Z",
		});
		expect(await counted(second)).toMatchObject({
			createdAt: "2026-11-21T10:00:04.000Z",
			stoppedAt: "2026-11-21T10:00:04.000Z",
			finishedAt: "2026-11-21T10:00:35.000Z",
		});
	});

	it("a busy store ends neither the suspension nor the watch: a batch that is accepted afterwards is stopped too", async () => {
		await pay(world, resourcesOf(1, 1));
		const first = await startBatch(world, resourcesOf(250));
		world.skipPauses();
		const operator = world.connect("operator");
		const faults = ["UpdateItem", "TransactWriteItems"].map((operation) =>
			world.gateway.faults.add({
				accessKeyId: "operator",
				operation,
				effect: throttle(),
			}),
		);
		let second = "";
		const stopped = await suspend(
			{},
			async (seconds) => {
				if (seconds === 10) for (const fault of faults) fault.remove();
				if (seconds === 20) await workOff(world);
				if (seconds === 30) second = await startBatch(world, resourcesOf(250));
			},
			operator,
		);
		expect(stopped).toEqual([first, second]);
		for (const slug of stopped)
			expect(await counted(slug)).toMatchObject({
				counts: { DONE: 0, ERROR: 0, SKIPPED: 250 },
			});
	});

	it("says when it could not end a batch, which is stopped all the same", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		world.skipPauses();
		world.gateway.faults.add({
			accessKeyId: "operator",
			operation: "TransactWriteItems",
			effect: throttle(),
		});
		const suspending = suspend({}, undefined, world.connect("operator"));
		await expect(suspending).rejects.toThrow(
			"acme is suspended, but its batches may not have ended: run the command again. The store",
		);
		await workOff(world);
		expect(await counted(slug)).toMatchObject({
			counts: { DONE: 0, ERROR: 0, SKIPPED: 250 },
			...byOperator,
		});
	});

	it("stops a batch whose guard another holder has taken over", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const guard = batchGuardKey("acme");
		await world.table.documents.send(
			new PutCommand({
				TableName: world.table.name,
				Item: { ...guard, holder: "web" },
			}),
		);
		expect(await suspend()).toEqual([slug]);
		expect(await counted(slug)).toMatchObject({
			counts: { DONE: 0, ERROR: 0, SKIPPED: 250 },
		});
	});

	it("leaves another organization's batch alone", async () => {
		const other = { organizationId: "other", bulkActionSlug: "01M8" };
		const key = batchKey(other);
		for (const Item of [
			{ ...runningBatchKey(other), ...other },
			{ ...key, ...other, status: "PENDING" },
		])
			await world.table.documents.send(
				new PutCommand({ TableName: world.table.name, Item }),
			);
		expect(await suspend()).toEqual([]);
		const [batch] = await batchGet(world.table, [key]);
		expect(batch).not.toHaveProperty("stoppedAt");
	});

	it("names the batches that it has stopped itself, also after a lost answer", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const fault = world.addFault({
			operation: "TransactWriteItems",
			effect: failBefore(),
		});
		await stopBatch(world, slug);
		fault.remove();
		expect(await suspend({ isServed: false })).toEqual([]);
		await resumeOrganization(world.table, "acme");
		passSeconds(world, 5);
		const other = await startBatch(world, resourcesOf(250));
		world.gateway.faults.add({
			operation: "UpdateItem",
			times: 1,
			effect: loseAnswer(),
		});
		expect(await suspend({ isServed: false })).toEqual([other]);
	});

	it("does not wait for requests if the local stack is stopped", async () => {
		expect(
			await suspend({ isServed: false }, () =>
				Promise.reject(new Error("waited")),
			),
		).toEqual([]);
	});

	it("may be repeated: the first time stays", async () => {
		await suspend();
		passSeconds(world, 60);
		await suspend();
		expect((await exported(world)).org.suspendedAt).toBe(
			"2026-11-21T10:00:00.000Z",
		);
	});

	it("a lost answer, and a concurrent import, lose nothing", async () => {
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			times: 1,
			effect: beforeCall(() =>
				world.import(acme({ org: { id: "acme", name: "Renamed" } })),
			),
		});
		world.gateway.faults.add({
			operation: "BatchExecuteStatement",
			times: 1,
			effect: loseAnswer(),
		});
		await suspend();
		expect((await exported(world)).org).toMatchObject({
			name: "Renamed",
			suspendedAt: "2026-11-21T10:00:00.000Z",
		});
	});
});
