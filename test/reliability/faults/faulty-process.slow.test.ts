import { expect, it } from "vitest";
import { batchGet } from "../../../shared/dynamodb/reads/batch-get.ts";
import { connectEventBus } from "../../../shared/notifications/event-bus.ts";
import { connectMailSender } from "../../../shared/notifications/mail-sender.ts";
import { testSender } from "../../support/notify.ts";
import { useWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";
import { faultKinds } from "./fault-kinds.ts";
import { type Process, startFaultyProcess } from "./faulty-process.ts";

const world = useWorld();

const chunks = (count: number) =>
	Array.from({ length: count }, (_, chunk) => ({
		organizationId: "acme",
		bulkActionSlug: "b",
		chunk,
	}));

const start = (name: string, isLasting: boolean) => {
	const kind = faultKinds.find((known) => known.name === name);
	if (!kind) throw new Error(`There is no fault ${name}`);
	return startFaultyProcess(world, [{ kind, call: 1, isLasting }]);
};

type Use = (world: World, process: Process) => Promise<unknown>;

const uses: Record<string, Use> = {
	"the table": (_, { table }) => batchGet(table, [{ pk: "p", sk: "s" }]),
	"the queue": (_, { send }) => send(chunks(1)),
	EventBridge: async ({ connectionOf }, { accessKeyId }) => {
		const publish = connectEventBus({
			busName: "bus",
			...connectionOf(accessKeyId),
		});
		const detail = {
			metadata: { id: "e-1", version: 1 as const, organizationId: "acme" },
			data: {},
		};
		const { error } = await publish([
			{
				detailType: "Invoice Paid",
				time: "2026-11-22T00:00:00Z",
				record: "r",
				detail,
			},
		]);
		if (error) throw error;
	},
};

it.each(Object.keys(uses))(
	"a client without an answer in time gives up and tries again: %s",
	async (name) => {
		world.skipPauses();
		const use = uses[name];
		const late = start("TIMEOUT_BEFORE", false);
		await use?.(world, late);
		expect(late.calls).toHaveLength(2);
		const never = start("TIMEOUT_BEFORE", true);
		await expect(use?.(world, never)).rejects.toThrow(
			/TimeoutError|No answer in time/,
		);
		expect(never.hits()).toBeGreaterThanOrEqual(3);
	},
);

it("a mail without an answer in time is not sent again by the client", async () => {
	world.skipPauses();
	const { accessKeyId, calls } = start("TIMEOUT_BEFORE", false);
	const sendMail = connectMailSender({
		sender: testSender,
		...world.connectionOf(accessKeyId),
	});
	const mail = { id: "n-1", to: "a@acme.example", subject: "s" };
	await expect(sendMail({ ...mail, text: "t", html: "h" })).rejects.toThrow(
		"TimeoutError",
	);
	expect(calls).toHaveLength(1);
});

it("messages that the queue refuses are sent again, and no others", async () => {
	const process = start("MESSAGES_REFUSED_SOME", false);
	await process.send(chunks(3));
	expect(process.calls.map(({ size }) => size)).toEqual([3, 1]);
	const sent = world.queue.take().map((body) => JSON.parse(body).chunk);
	expect(sent).toEqual([0, 2, 1]);
});

it("messages that the queue keeps refusing are an error", async () => {
	const process = start("MESSAGES_REFUSED", true);
	await expect(process.send(chunks(2))).rejects.toThrow("2 messages");
	expect(world.queue.take()).toEqual([]);
});

it("a dead process sends nothing", async () => {
	world.skipPauses();
	const process = start("DIES_BEFORE", false);
	await expect(process.send(chunks(1))).rejects.toThrow();
	expect(process.isDead()).toBe(true);
	expect(world.queue.take()).toEqual([]);
});
