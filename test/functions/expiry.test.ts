import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import { payableInvoices } from "../support/acme.ts";
import {
	batchMin,
	deliver,
	resourcesOf,
	startBatch,
} from "../support/batches.ts";
import { passSeconds } from "../support/pass-time.ts";
import { createRun, releaseRun } from "../support/runs.ts";
import { openWorld, testNow, type World } from "../support/world.ts";
import {
	acmeWithAdvances,
	fullAdvance,
	raise,
} from "./vendor-advance/advances.ts";

let world: World;
beforeEach(async () => {
	world = await openWorld();
	await world.import(
		acmeWithAdvances({ invoices: payableInvoices(batchMin + 49) }),
	);
});
afterEach(() => world[Symbol.asyncDispose]());

const nowSeconds = testNow.getTime() / 1_000;
const daySeconds = 24 * 60 * 60;
const inDays = (days: number) => nowSeconds + days * daySeconds;
const inADay = inDays(1);
const in90Days = inDays(90);

it("design 3: each kind of item expires in epoch seconds or never: claims in a day, batches in 90", async () => {
	expect(await raise(world, fullAdvance)).toMatchObject({ status: 200 });
	await startBatch(world, resourcesOf(batchMin + 49));
	// One chunk is worked off, the other still runs: every item that a batch can have is there.
	await deliver(world, world.queue.take().slice(0, 1));
	expect(await expiriesByKind()).toEqual({
		// A claim outlives its 5 minutes: for a day a request can be asked for.
		"IDEM: IDEM": [inADay],
		"BATCH: BATCH": [in90Days],
		"BATCH: CHUNK": [in90Days],
		"BATCH: LAYOUT": [in90Days],
		"BATCH: RESULT": [in90Days],
		"ORG: BATCH": [in90Days],
		// The sweeper goes by it, with any outcome of the batch's other items.
		"BATCHES: entry": ["never"],
		// An organization whose guard expired could run two batches at once.
		"ORG: MAP_BATCH": ["never"],
		"INBOX: OPEN": ["never"],
		"INVOICE: INVOICE": ["never"],
		"PR: APPROVAL": ["never"],
		"PR: PR": ["never"],
		"PO: PO": ["never"],
		"KEY: KEY": ["never"],
		"ORG: APIKEY": ["never"],
		"ORG: GST": ["never"],
		"ORG: ORG": ["never"],
		"ORG: TDS": ["never"],
		"TAG: TAG": ["never"],
		"USER: USER": ["never"],
		"VENDOR: VENDOR": ["never"],
	});
});

it("runs P1: a draft expires in 30 days, a released run 90 days after its release, and neither outlives its payments", async () => {
	const { runId } = await createRun(world, resourcesOf(batchMin));
	const stored = {
		"BATCH: CHUNK": [inDays(121)],
		"BATCH: LAYOUT": [inDays(121)],
	};
	// Rounded up: an item is not deleted before its run has expired.
	const draft = [inDays(30) + 1];
	expect(await expiriesByKind()).toMatchObject({
		...stored,
		"RUN: RUN": draft,
		"RUNCONTENT: RUNCONTENT": draft,
	});
	passSeconds(world, 29 * daySeconds);
	expect((await releaseRun(world, runId)).status).toBe(200);
	const released = [inDays(29 + 90) + 1];
	expect(await expiriesByKind()).toMatchObject({
		...stored,
		"RUN: RUN": released,
		"RUNCONTENT: RUNCONTENT": released,
		"BATCH: BATCH": [inDays(29 + 90)],
		"ORG: BATCH": [inDays(29 + 90)],
	});
});

/** Which values `expiresAt` has in the items of each kind: `<kind of partition>: <kind of sort key>`. */
async function expiriesByKind(): Promise<Record<string, unknown[]>> {
	const { Items = [] } = await world.table.documents.send(
		new ScanCommand({ TableName: world.table.name, ConsistentRead: true }),
	);
	const byKind: Record<string, Set<unknown>> = {};
	for (const item of Items) {
		byKind[kindOf(item)] ??= new Set();
		byKind[kindOf(item)]?.add(expiryOf(item));
	}
	return Object.fromEntries(
		Object.entries(byKind).map(([kind, expiries]) => [kind, [...expiries]]),
	);
}

function kindOf({ pk, sk }: Item): string {
	const [first = "", , third = first] = `${pk}`.split("#");
	const [kind] = `${sk}`.split("#");
	return `${third}: ${first === "BATCHES" ? "entry" : kind}`;
}

const expiryOf = ({ expiresAt }: Item): unknown =>
	expiresAt === undefined
		? "never"
		: Number((expiresAt as { value: string }).value);
