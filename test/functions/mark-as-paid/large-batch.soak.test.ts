import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { allResults, startBatch, workOff } from "../../support/batches.ts";
import { pay } from "../../support/pay.ts";
import { openWorld, testKey, type World } from "../../support/world.ts";

/** `lib/service-function.ts` */
const configuredMegabytes = 1_024;

async function measure(world: World, env: Record<string, string>) {
	const script = join(import.meta.dirname, "../../support/measure-batch.ts");
	const child = spawn(process.execPath, ["--expose-gc", script], {
		stdio: ["ignore", "pipe", "inherit"],
		env: {
			TABLE: world.table.name,
			STORE: world.gateway.url,
			KEY: testKey,
			...env,
		},
	});
	return JSON.parse(await text(child.stdout));
}

it("batches: a request of 40,000 resources is one batch, in half of the function's memory", async () => {
	await using world = await openWorld();
	await world.import(acme());
	const measured = await measure(world, {
		RESOURCES: "40000",
		WORKED_OFF: "0",
	});
	expect(measured).toMatchObject({
		answer: { statusCode: 200 },
		chunks: 400,
	});
	expect(measured.bodyMegabytes).toBeGreaterThan(5.5);
	expect(measured.acceptingMegabytes).toBeLessThan(configuredMegabytes / 2);
});

it("batches: a worker's memory does not grow with what it has worked off", async () => {
	await using world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(4_000) }));
	const { heapMegabytes } = await measure(world, {
		RESOURCES: "4000",
		WORKED_OFF: "40",
	});
	expect(heapMegabytes).toHaveLength(40);
	expect(heapMegabytes.at(-1)).toBeLessThan(heapMegabytes[9] * 1.05 + 1);
});

it("batches: the shortest resources that fit 6 MB, each slug several times and scattered, keep their order", async () => {
	await using world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(10) }));
	const count = 200_000;
	const resources = Array.from({ length: count }, (_, index) => ({
		slug: ((index * 7_919) % 66_667).toString(36),
		amount: 1,
	}));
	expect(JSON.stringify(resources).length).toBeLessThan(6 * 1024 ** 2);
	const slug = await startBatch(world, resources);
	expect((await pay(world, resources)).status).toBe(409);
	await workOff(world);
	const results = await allResults(world, slug);
	expect(results.map((result) => result.slug)).toEqual(
		resources.map((resource) => resource.slug),
	);
});
