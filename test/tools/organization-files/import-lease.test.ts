import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { importLeaseKey } from "../../../shared/dynamodb/keys.ts";
import { parse } from "../../../tools/local/aws-gateway/aws-call.ts";
import { toChanges } from "../../../tools/organization-files/import/import-changes.ts";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { before, drop } from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import {
	importsIn,
	invoiced,
	jump,
	taxed,
	twice,
	withoutTimer,
} from "./concurrent-imports.ts";

const world = useWorld(acmeWithVendors);
const { storedTax, beforeCall, storeLease } = importsIn(world);
const leaseKey = importLeaseKey("acme");

/** A promise, and the function that fulfils it. */
function signal() {
	let give = () => {};
	const given = new Promise<void>((resolve) => {
		give = resolve;
	});
	return { give, given };
}

/** An import whose first call that writes waits until `proceed` is called. */
async function heldImport(file: OrganizationFile) {
	const [reached, proceeding] = [signal(), signal()];
	world.gateway.faults.add({
		accessKeyId: "test",
		operation: "BatchExecuteStatement",
		times: 1,
		effect: before(async () => {
			reached.give();
			await proceeding.given;
		}),
	});
	const ended = world.import(file);
	await Promise.race([reached.given, ended]);
	return { ended, proceed: proceeding.give };
}

interface Renewal {
	ExpressionAttributeValues?: Record<string, { N?: string }>;
}

const isRunning = "another import of the organization is running";

describe("contract 2: two imports of one organization at once", () => {
	it("the second ends within seconds, says why, and has written nothing", async () => {
		await world.import(taxed(18));
		const first = await heldImport(taxed(5));
		const before = await tableContents(world);
		await expect(world.import(taxed(12))).rejects.toThrow(
			/^cannot be imported now: another import of the organization is running \(process \d+ on .+, since 2026-11-21T10:00:00.000Z\)\. Nothing was changed: import the file when that one has ended$/,
		);
		const after = await tableContents(world);
		// The first import renews its lease.
		const lease = `${leaseKey.pk} ${leaseKey.sk}`;
		expect(before.delete(lease) && after.delete(lease)).toBe(true);
		expect(after).toEqual(before);
		first.proceed();
		await first.ended;
		expect(await storedTax()).toMatchObject({ rate: 5 });
		expect((await tableContents(world)).has(lease)).toBe(false);
	});

	it("the second goes on when the first ends within seconds", async () => {
		const first = await heldImport(taxed(5));
		const [read, readAgain] = [signal(), signal()];
		beforeCall("GetItem", read.give);
		const second = world.import(taxed(12));
		await Promise.race([read.given, second]);
		beforeCall("DeleteItem", async () => {
			beforeCall("GetItem", readAgain.give, { skip: 1 });
			await Promise.race([readAgain.given, second]);
		});
		first.proceed();
		await Promise.all([first.ended, second]);
		expect(await storedTax()).toMatchObject({ rate: 12 });
	});

	it("the second does not take over a lease that is renewed at the last moment", async () => {
		await storeLease(1);
		beforeCall("GetItem", () => jump(6_000));
		const renew = () => {
			vi.restoreAllMocks();
			return storeLease(2);
		};
		beforeCall("PutItem", renew, { skip: 1 });
		beforeCall("GetItem", () => storeLease(3), { skip: 1 });
		await expect(world.import(taxed(12))).rejects.toThrow(isRunning);
	});

	it("the second does not take the first for dead when another user of this machine runs it", async () => {
		const holder = { host: hostname(), pid: 1 };
		await storeLease(1, holder);
		vi.spyOn(process, "kill").mockImplementation(() => {
			throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
		});
		onTestFinished(() => void vi.restoreAllMocks());
		beforeCall("GetItem", () => storeLease(2, holder));
		await expect(world.import(taxed(12))).rejects.toThrow(isRunning);
	});

	it("the second does not look for a process of another machine on this one", async () => {
		const holder = { pid: endedProcess() };
		await storeLease(1, holder);
		beforeCall("GetItem", () => storeLease(2, holder));
		await expect(world.import(taxed(12))).rejects.toThrow(isRunning);
	});

	it("a renewal counts from its sending, however late its answer is, and is another one each time", async () => {
		withoutTimer();
		const calls: string[] = [];
		world.gateway.faults.add({
			accessKeyId: "test",
			effect: (call, forward) => {
				const { operation } = call;
				if (!/Execute|UpdateItem/.test(operation)) return forward(call);
				const { ExpressionAttributeValues: values } = parse<Renewal>(call);
				const renewals = values?.[":renewals"]?.N ?? "";
				// The first write and the renewal after it take long.
				if (calls.push(`${operation} ${renewals}`) <= 2) jump(4_000);
				return forward(call);
			},
		});
		const renamed = { id: "acme", name: "Renamed" };
		await world.import({ ...taxed(5), ...invoiced("N-1"), org: renamed });
		const write = expect.stringMatching("Execute");
		expect(calls).toEqual([
			...[write, "UpdateItem 1", write, "UpdateItem 2", write],
		]);
	});

	it("imports of two organizations do not wait for each other", async () => {
		const first = await heldImport(taxed(5));
		await world.import({ org: { id: "acme2" }, users: [] });
		first.proceed();
		await first.ended;
	});
});

describe("after the death of an import, the next one does not wait", () => {
	it.each([1, 3])("that died after %i of its calls", async (skip) => {
		const death = world.gateway.faults.add({
			accessKeyId: "test",
			skip,
			effect: drop(),
		});
		await expect(world.import(taxed(18))).rejects.toThrow();
		death.remove();
		await expectNoWait();
	});

	it.each([
		["whose process is not there any more", endedProcess()],
		["that had the id of this process, as in a container", process.pid],
	])("%s", async (_, pid) => {
		await storeLease(3, { host: hostname(), pid });
		await expectNoWait();
	});

	it("an import that has sent its lease twice does not wait for itself", async () => {
		const operation = "PutItem";
		const lease = { accessKeyId: "test", operation, times: 1 };
		world.gateway.faults.add({ ...lease, effect: twice });
		await expectNoWait();
	});

	async function expectNoWait() {
		const reads = world.gateway.faults.add({
			accessKeyId: "test",
			operation: "GetItem",
			effect: (call, forward) => forward(call),
		});
		await world.import(taxed(5));
		expect(reads.hits).toBe(0);
		reads.remove();
		expect(await storedTax()).toMatchObject({ rate: 5 });
	}
});

/** The id of a process that has ended. */
function endedProcess(): number {
	return spawnSync(process.execPath, ["--version"]).pid;
}

describe("an import that does not learn whether its lease ended", () => {
	it.each([
		["and repeated", 1, twice],
		["at all", Number.POSITIVE_INFINITY, drop()],
	] satisfies [string, number, Effect][])(
		"%s has its summary",
		async (_, times, effect) => {
			world.skipPauses();
			const operation = "DeleteItem";
			world.gateway.faults.add({
				accessKeyId: "test",
				operation,
				effect,
				times,
			});
			const file = taxed(5);
			const plan = await importOrganization(world.table, file, world.time.now);
			expect(toChanges(file, plan).summary).toMatchObject({ create: 1 });
		},
	);
});

it("an import that could not renew its lease for 6 s, and does not know whether it ended, fails, because another import may have taken it over", async () => {
	withoutTimer();
	world.skipPauses();
	beforeCall("BatchExecuteStatement", () => jump(6_000));
	const operation = "DeleteItem";
	world.gateway.faults.add({ accessKeyId: "test", operation, effect: drop() });
	await expect(world.import(taxed(5))).rejects.toThrow();
});
