import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { synthesize } from "../../lib/service-app.ts";
import { holdBatchGuard } from "../../shared/store/batches/batch-guard.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { toApiEvent } from "../support/api-event.ts";
import { openWorld, testKey, type World } from "../support/world.ts";

const outdir = mkdtempSync(join(tmpdir(), "cdk-out-"));
const withNotifications = {
	"notifications.sender": "approvals@acme.example",
	events: "true",
};
/** The path of each function's bundle, by its logical id. */
let bundles: [id: string, path: string][];
beforeAll(() => {
	const [stack] = synthesize({ outdir, context: withNotifications }).stacks;
	bundles = Object.entries<Resource>(stack?.template.Resources)
		.filter(([, { Type }]) => Type === "AWS::Lambda::Function")
		.map(([id, { Metadata }]) => [
			id,
			join(outdir, Metadata["aws:asset:path"], "index.js"),
		]);
});
afterAll(() => rmSync(outdir, { recursive: true }));

interface Resource {
	Type: string;
	Metadata: { "aws:asset:path": string };
}

describe("every bundle", () => {
	it("is there", () => {
		// Besides those behind the API: the worker and the sweeper, the mailer and the publisher.
		expect(bundles).toHaveLength(endpoints.length + 4);
	});

	it("targets: has at most 256 KB", () => {
		for (const [id, path] of bundles) {
			expect(readFileSync(path).length, id).toBeLessThanOrEqual(256 * 1024);
		}
	});

	it("compiles nothing at run time, and leaves no import() to run", () => {
		for (const [id, path] of bundles) {
			const code = readFileSync(path, "utf8");
			expect(code, id).not.toMatch(/\bnew Function\b|\beval\(|\bimport\(/);
		}
	});

	it("loads where no package is installed, and exports a handler", async () => {
		for (const [id, path] of bundles) {
			const script = `console.log(typeof require(${JSON.stringify(path)}).handler)`;
			expect(await runNode(script), id).toBe("function\n");
		}
	});
});

describe("mark-as-paid, bundled", () => {
	it("4.4: pays, with the credentials of the environment", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(2) }));
		const [answer] = await send(world, [
			payment("k", [
				{ slug: "inv-0", amount: 40 },
				{ slug: "inv-1", amount: 100.5 },
			]),
		]);
		expect(answer).toEqual({
			ok: true,
			data: {
				status: "DONE",
				results: [
					{ slug: "inv-0", status: "DONE" },
					{ slug: "inv-1", status: "ERROR", reason: "AMOUNT_EXCEEDS" },
				],
			},
		});
		const { operations } = world.gateway.meter.read("role-of-the-function");
		expect(operations).toContain("BatchExecuteStatement");
	});

	it("5, 7.4: still tells apart the store's errors that refuse a key and a batch", async () => {
		await using world = await openWorld();
		await world.import(acme({ invoices: payableInvoices(1) }));
		await holdBatchGuard(world.table, "acme", "web");
		const one = payment("k", [{ slug: "inv-0", amount: 1 }]);
		const many = payment("b", Array(101).fill({ slug: "inv-0", amount: 1 }));
		const [, repeated, batch] = await send(world, [one, one, many]);
		expect(repeated).toEqual({ error: expect.any(String) });
		expect(batch).toMatchObject({ error: { code: "MAP_BATCH_IN_PROGRESS" } });
	});
});

const payment = (idempotencyKey: string, resources: object[]) =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: {
			authorization: `Api-Key ${testKey}`,
			"x-idempotency-key": idempotencyKey,
		},
		body: JSON.stringify({ resourceType: "INVOICE", resources }),
	});

/** Hands events to the bundle, one after the other, and answers the bodies. */
async function send(world: World, events: object[]): Promise<unknown[]> {
	const [, path] = bundles.find(([id]) => id.startsWith("MarkAsPaid")) ?? [];
	const script = `
		const { handler } = require(${JSON.stringify(path)});
		const context = { awsRequestId: "r-1", getRemainingTimeInMillis: () => 29_000 };
		const answer = async () => {
			for (const event of ${JSON.stringify(events)}) console.log("ANSWER", (await handler(event, context)).body);
		};
		answer();
	`;
	const output = await runNode(script, {
		TABLE_NAME: world.table.name,
		AWS_ENDPOINT_URL_DYNAMODB: world.gateway.url,
		AWS_ACCESS_KEY_ID: "role-of-the-function",
	});
	return [...output.matchAll(/^ANSWER (.*)$/gm)].map(([, body = ""]) =>
		JSON.parse(body),
	);
}

/** Runs a script as a function would be run, and answers what it printed. */
async function runNode(
	script: string,
	env: Record<string, string> = {},
): Promise<string> {
	const child = spawn(process.execPath, ["-e", script], {
		stdio: ["ignore", "pipe", "inherit"],
		env: {
			TABLE_NAME: "table",
			CHUNK_QUEUE_URL: "http://127.0.0.1/queue",
			ABORT_AFTER_SECONDS: "120",
			RESEND_AFTER_SECONDS: "180",
			ABANDON_AFTER_SECONDS: "1800",
			METRICS_NAMESPACE: "test",
			MAIL_SENDER: "approvals@acme.example",
			EVENT_BUS_NAME: "bus",
			AWS_REGION: "ap-south-1",
			AWS_ACCESS_KEY_ID: "test",
			AWS_SECRET_ACCESS_KEY: "test",
			AWS_SESSION_TOKEN: "test",
			...env,
		},
	});
	return text(child.stdout);
}
