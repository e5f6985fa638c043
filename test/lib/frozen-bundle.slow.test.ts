import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { synthesize } from "../../tools/local/template/synthesize.ts";
import { readTemplate } from "../../tools/local/template/template.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { toApiEvent } from "../support/api-event.ts";
import { invoiceState } from "../support/invoices.ts";
import {
	type ConnectionFault,
	startTcpProxy,
	type TcpProxy,
} from "../support/tcp-proxy.ts";
import { openWorld, testKey, type World } from "../support/world.ts";

let bundle: string;
beforeAll(async () => {
	const { functions } = readTemplate(await synthesize());
	const found = functions.find(({ name }) => name.includes("MarkAsPaid"));
	bundle = join(`${found?.codePath}`, "index.js");
});

const accessKeyId = "frozen";
const connectionFaults: ConnectionFault[] = ["kept", "reset", "black-holed"];

/** Lambda freezes an environment between invocations, and for moments within one; its connections may not outlive that. */
describe.each(connectionFaults)(
	"a function that is frozen, its connections %s",
	(fault) => {
		it("between two calls: each pays once", async () => {
			await using world = await openPayable();
			await using environment = await startEnvironment(world);
			expect(await environment.pay("first")).toEqual(done);
			await environment.freeze(fault);
			expect(await environment.pay("second")).toEqual(done);
			expect(await environment.pay("second")).toEqual(repeated);
			expect((await invoiceState(world, "inv-0")).payments).toHaveLength(2);
		});

		it.each(["PutItem", "BatchGetItem", "BatchExecuteStatement"])(
			"while the answer of %s is on its way: pays once",
			async (operation) => {
				await using world = await openPayable();
				await using environment = await startEnvironment(world);
				const answer = holdAnswer(world, operation);
				const paying = environment.pay("first");
				// The second fails when the process ends.
				await Promise.race([answer.isReached, paying]);
				await environment.freeze(fault);
				answer.release();
				expect(await paying).toEqual(done);
				expect(await environment.pay("first")).toEqual(repeated);
				expect((await invoiceState(world, "inv-0")).payments).toHaveLength(1);
			},
		);
	},
);

const done = {
	ok: true,
	data: { status: "DONE", results: [{ slug: "inv-0", status: "DONE" }] },
};
const repeated = { error: expect.stringContaining("x-idempotency-key") };

async function openPayable(): Promise<World> {
	const world = await openWorld();
	await world.import(acme({ invoices: payableInvoices(1) }));
	return world;
}

/** Holds the answer of the next such call, which has taken effect by then. */
function holdAnswer(world: World, operation: string) {
	const reached = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	world.gateway.faults.add({
		accessKeyId,
		operation,
		times: 1,
		effect: async (call, forward) => {
			const answer = await forward(call);
			reached.resolve();
			await released.promise;
			return answer;
		},
	});
	return { isReached: reached.promise, release: released.resolve };
}

interface Environment extends AsyncDisposable {
	/** Pays 1 of inv-0, and gives the body of the answer. */
	pay(idempotencyKey: string): Promise<unknown>;
	/** Stops the process, applies the fault to its connections, and continues it. */
	freeze(fault: ConnectionFault): Promise<void>;
}

/** The bundle in a process of its own, as in a Lambda environment: it answers an event for each message. */
async function startEnvironment(world: World): Promise<Environment> {
	const proxy = await startTcpProxy(world.gateway.url);
	const script = `
		const { handler } = require(${JSON.stringify(bundle)});
		process.on("message", async (event) => {
			const endsAt = Date.now() + 29_000;
			const context = { awsRequestId: "r-1", getRemainingTimeInMillis: () => endsAt - Date.now() };
			process.send((await handler(event, context)).body);
		});
	`;
	const child = spawn(process.execPath, ["-e", script], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
		env: {
			TABLE_NAME: world.table.name,
			METRICS_NAMESPACE: "test",
			CHUNK_QUEUE_URL: "http://127.0.0.1/queue",
			AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
			AWS_REGION: "ap-south-1",
			AWS_ACCESS_KEY_ID: accessKeyId,
			AWS_SECRET_ACCESS_KEY: "test",
			AWS_SESSION_TOKEN: "test",
		},
	});
	return {
		async pay(idempotencyKey) {
			const { promise, resolve, reject } = Promise.withResolvers<unknown>();
			const fail = () => reject(new Error("The function's process has ended"));
			child.once("message", resolve).once("exit", fail);
			child.send(paymentEvent(idempotencyKey), (error) => error && fail());
			try {
				return JSON.parse(String(await promise));
			} finally {
				child.off("message", resolve).off("exit", fail);
			}
		},
		freeze: (fault) => freeze(child, proxy, fault),
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await proxy[Symbol.asyncDispose]();
		},
	};
}

async function freeze(
	child: ChildProcess,
	proxy: TcpProxy,
	fault: ConnectionFault,
) {
	child.kill("SIGSTOP");
	await expect.poll(() => stateOf(child)).toBe("T");
	proxy.applyFault(fault);
	child.kill("SIGCONT");
}

/** `T`: stopped by a signal. */
function stateOf({ pid }: ChildProcess): string | undefined {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return /^State:\s+(\w)/m.exec(status)?.[1];
}

const paymentEvent = (idempotencyKey: string) =>
	toApiEvent({
		method: "POST",
		path: "/v1.0/payment/mark-as-paid",
		headers: {
			authorization: `Api-Key ${testKey}`,
			"x-idempotency-key": idempotencyKey,
		},
		body: JSON.stringify({
			resourceType: "INVOICE",
			resources: [{ slug: "inv-0", amount: 1 }],
		}),
	});
