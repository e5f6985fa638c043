import { describe, expect, it } from "vitest";
import { suspendOrganization } from "../../../tools/operator/suspend-organization.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	before as beforeCall,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	batchMin,
	notStopped,
	passSeconds,
	resourcesOf,
	startBatch,
	sweep,
	workOff,
} from "../../support/batches.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "./exported.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(250) }));

/** @param onPause What happens in one pause after another. */
const suspend = (
	options: { keepsBatches?: boolean; isServed?: boolean } = {},
	onPause: (seconds: number) => Promise<unknown> = async () => {},
) => {
	let seconds = 0;
	const pause = async (milliseconds: number) => {
		seconds += milliseconds / 1_000;
		await onPause(seconds);
	};
	return suspendOrganization(
		{ ...world.table, pause },
		{
			organizationId: "acme",
			keepsBatches: false,
			isServed: true,
			now: world.time.now,
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

describe("issue 31.1: org suspend", () => {
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

	it("of a stopped local stack waits for no request", async () => {
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
