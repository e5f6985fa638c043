import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { toGuardItem } from "../../../../shared/batches/batch-guard.store.ts";
import { toRunningItem } from "../../../../shared/batches/batch-list.store.ts";
import type { BatchId } from "../../../../shared/batches/payment-batch.ts";
import { batchGuardKey, batchKey } from "../../../../shared/dynamodb/keys.ts";
import { batchGet } from "../../../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import { newUlid } from "../../../../shared/environment/ids.ts";
import type { AwsCall } from "../../../../tools/local/aws-gateway/aws-call.ts";
import {
	failBefore,
	killBefore,
	throttle,
} from "../../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../../support/aws-gateway/faults/faults.ts";
import type { TestStack } from "../../../support/aws-gateway/test-gateway.ts";
import { batchMin } from "../../../support/batches.ts";
import type { ApiClient } from "./api-client.ts";
import { callerOf } from "./used-permissions.ts";

const organizationId = "demo";
const hourAgo = () => new Date(Date.now() - 3_600_000);

/** Two chunks. */
const resources = Array.from({ length: batchMin + 19 }, (_, index) => ({
	slug: `inv-b-${`${index + 1}`.padStart(4, "0")}`,
	amount: 0.01,
}));

/** Runs batches through everything that can become of one, one after the other. The sweeper runs all the time. */
export async function runBatches(options: {
	api: ApiClient;
	stack: TestStack;
	table: Table;
	/** Whether a function has used a permission: `payment-worker sqs:SendMessage`. */
	hasUsed: (use: string) => boolean;
}) {
	// The exhibits have started some.
	await expectNoneRuns(options.table);
	await finish(options);
	await release(options);
	await stop(options);
	await meetAnOverloadedTable(options);
	await failToBeAccepted(options);
	await dieWhileAccepting(options);
	await openWithoutRecord(options);
	await makeNoProgress(options);
}

type Options = Parameters<typeof runBatches>[0];

async function finish({ api }: Options) {
	const { data } = await api.pay(resources);
	await expect.poll(() => api.isDone(data.bulkActionSlug)).toBe(true);
}

/** A payment run starts a batch. */
async function release({ api }: Options) {
	const run = { name: "Vendors", resourceType: "INVOICE", resources };
	const { data } = await api.post("payment/run", run);
	await api.post(`payment/run/${data.runId}/release`, {});
	await expect.poll(() => api.isDone(data.runId)).toBe(true);
}

/** No worker decides a chunk of it, so the function that stops it ends them all. */
async function stop({ api, stack, table }: Options) {
	const failure = stack.faults.add({
		effect: of("payment-worker", failBefore()),
	});
	const { data } = await api.pay(resources);
	const batch = `payment/mark-as-paid/${data.bulkActionSlug}`;
	await api.post(`${batch}/stop`, { reason: "Wrong file" });
	failure.remove();
	await expectNoneRuns(table);
}

/** The worker sends its chunks as new messages. */
async function meetAnOverloadedTable({ api, stack, hasUsed }: Options) {
	const overload = stack.faults.add({
		operation: "BatchExecuteStatement",
		effect: of("payment-worker", throttle()),
	});
	const { data } = await api.pay(resources);
	await expect.poll(() => hasUsed("payment-worker sqs:SendMessage")).toBe(true);
	overload.remove();
	await expect.poll(() => api.isDone(data.bulkActionSlug)).toBe(true);
}

/** The function that accepts it aborts it. */
async function failToBeAccepted({ api, stack }: Options) {
	const failure = stack.faults.add({
		operation: "BatchWriteItem",
		effect: of("mark-as-paid", failBefore()),
	});
	await api.pay(resources, { status: 500 });
	failure.remove();
}

/** The sweeper aborts it. */
async function dieWhileAccepting(options: Options) {
	const { api, stack, table } = options;
	const death = stack.faults.add({
		operation: "BatchWriteItem",
		effect: of("mark-as-paid", killed(stack)),
	});
	await api.pay(resources, { status: 500 });
	death.remove();
	await backdate(table, await runningBatch(table), ["createdAt"]);
	await expectNoneRuns(table);
}

/** The sweeper takes it off its list. */
async function openWithoutRecord({ table }: Options) {
	const id = { organizationId, bulkActionSlug: newUlid(hourAgo()) };
	const listedAt = hourAgo().toISOString();
	for (const Item of [
		toRunningItem({ ...id, listedAt }),
		toGuardItem({ ...id, createdAt: listedAt }),
	])
		await table.documents.send(new PutCommand({ TableName: table.name, Item }));
	await expectNoneRuns(table);
}

/** One chunk is decided and not paid, the other is not decided. The sweeper sends them again, then closes them. */
async function makeNoProgress({ api, stack, table, hasUsed }: Options) {
	let decisions = 0;
	const deaths = [
		stack.faults.add({
			operation: "BatchExecuteStatement",
			effect: of("payment-worker", killed(stack)),
		}),
		stack.faults.add({
			operation: "PutItem",
			effect: of("payment-worker", (call, forward) => {
				decisions += 1;
				return decisions > 1 ? killed(stack)(call, forward) : forward(call);
			}),
		}),
	];
	await api.pay(resources);
	const id = await runningBatch(table);
	await expect.poll(() => decisions).toBeGreaterThan(0);
	const minutesAgo = new Date(Date.now() - 10 * 60_000);
	await backdate(table, id, ["progressAt", "sentAt"], minutesAgo);
	await expect.poll(() => hasUsed("batch-sweeper sqs:SendMessage")).toBe(true);
	await backdate(table, id, ["progressAt", "sentAt"]);
	await expect.poll(() => api.isDone(id.bulkActionSlug)).toBe(true);
	await expectNoneRuns(table);
	for (const death of deaths) death.remove();
}

/** Applies an effect to one function's calls. */
const of =
	(name: string, effect: Effect): Effect =>
	(call, forward) =>
		callerOf(call) === name ? effect(call, forward) : forward(call);

const killed =
	({ host }: TestStack): Effect =>
	(call, forward) =>
		killBefore(() => environmentOf(call, host)?.kill())(call, forward);

const environmentOf = ({ accessKeyId }: AwsCall, host: TestStack["host"]) =>
	host.environments().find((one) => one.accessKeyId === accessKeyId);

/** The batch that holds the organization's guard. */
async function runningBatch(table: Table): Promise<BatchId> {
	const [guard] = await batchGet(table, [batchGuardKey(organizationId)]);
	return { organizationId, bulkActionSlug: `${guard?.bulkActionSlug}` };
}

async function expectNoneRuns(table: Table) {
	await expect
		.poll(() => batchGet(table, [batchGuardKey(organizationId)]))
		.toEqual([undefined]);
}

async function backdate(
	table: Table,
	id: BatchId,
	names: readonly string[],
	instant = hourAgo(),
) {
	await table.documents.send(
		new UpdateCommand({
			TableName: table.name,
			Key: batchKey(id),
			UpdateExpression: `SET ${names.map((name) => `${name} = :instant`).join(", ")}`,
			ExpressionAttributeValues: { ":instant": instant.toISOString() },
		}),
	);
}
