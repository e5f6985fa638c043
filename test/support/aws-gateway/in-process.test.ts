import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { openWorld, type World } from "../world.ts";
import { drop } from "./faults/effects.ts";

const read = ({ table: { name, documentsNoRetry } }: World) =>
	documentsNoRetry.send(
		new GetCommand({
			TableName: name,
			Key: { pk: "p", sk: "s" },
			ConsistentRead: true,
		}),
	);

/** As the SDK's own handler reports it. */
const lost = { name: "TimeoutError", code: "ECONNRESET" };

it("a connection that breaks is the SDK's error of a lost connection", async () => {
	await using world = await openWorld();
	world.gateway.faults.add({ effect: drop() });
	await expect(read(world)).rejects.toMatchObject(lost);
});

it("a call after the world was disposed of is lost", async () => {
	const world = await openWorld();
	await world[Symbol.asyncDispose]();
	await expect(read(world)).rejects.toMatchObject(lost);
});

it("an error in a fault is an unhandled rejection, which fails the test run", async () => {
	await using world = await openWorld();
	const bug = new Error("A bug in a fault");
	world.gateway.faults.add({ effect: () => Promise.reject(bug) });
	const event = "unhandledRejection";
	const listeners = process.listeners(event);
	process.removeAllListeners(event);
	const unhandled = new Promise((resolve) => process.once(event, resolve));
	try {
		await expect(read(world)).rejects.toMatchObject(lost);
		expect(await unhandled).toBe(bug);
	} finally {
		for (const listener of listeners) process.on(event, listener);
	}
});
