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
const inADay = nowSeconds + 24 * 60 * 60;
const in90Days = nowSeconds + 90 * 24 * 60 * 60;

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
