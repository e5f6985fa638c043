import { describe, expect, it } from "vitest";
import { abandonAfterSeconds } from "../../../shared/batches/batch-times.ts";
import { parseChunkMessage } from "../../../shared/queue/chunk-message.ts";
import type { DeadLetter } from "../../../shared/queue/dead-letters.ts";
import { listDeadLetters } from "../../../tools/operator/batches/list-dead-letters.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	deliver,
	resourcesOf,
	startBatch,
	sweep,
} from "../../support/batches.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(250) }));

/** As the dead-letter queue returns a message with this body. */
function letter(body: string): DeadLetter {
	const sentAt = new Date("2026-11-21T09:00:00.000Z");
	const received = { messageId: "m", body, receiveCount: 6, sentAt };
	try {
		return { ...received, message: parseChunkMessage(body) };
	} catch {
		return { ...received, message: null };
	}
}

const letterOf = (bulkActionSlug: unknown, chunk: unknown = 1) =>
	letter(
		JSON.stringify({
			format: 1,
			organizationId: "acme",
			bulkActionSlug,
			chunk,
		}),
	);

const list = (letters: DeadLetter[]) =>
	listDeadLetters(world.table, letters, world.time.now);

describe("operations, DeadLetters: dlq list says how long the batch stays open", () => {
	it("counts from the batch's last progress, as the sweeper does", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const [first = ""] = world.queue.take();
		passSeconds(world, 600);
		await deliver(world, [first]);
		passSeconds(world, 960);
		expect(await list([letterOf(slug, 2)])).toEqual([
			{
				messageId: "m",
				orgId: "acme",
				bulkActionSlug: slug,
				chunk: 2,
				batchStatus: "PENDING",
				secondsLeft: abandonAfterSeconds - 960,
				receiveCount: 6,
				sentAt: expect.any(Date),
			},
		]);
	});

	it("is 0 as soon as the next sweep will close it, and absent once it is closed", async () => {
		const slug = await startBatch(world, resourcesOf(250));
		const seen = async () =>
			(await list([letterOf(slug)])).map(({ batchStatus, secondsLeft }) => [
				batchStatus,
				secondsLeft,
			]);
		passSeconds(world, abandonAfterSeconds);
		await sweep(world);
		expect(await seen()).toEqual([["PENDING", 0]]);
		passSeconds(world, 1);
		expect(await seen()).toEqual([["PENDING", 0]]);
		expect(await sweep(world)).toBe(3);
		expect(await seen()).toEqual([["DONE", null]]);
	});

	it.each([
		["poison"],
		['{"format":2,"organizationId":"acme","bulkActionSlug":"B","chunk":0}'],
		[
			`{"format":1,"organizationId":"acme","bulkActionSlug":"${"B".repeat(3_000)}","chunk":0}`,
		],
	])("shows a message of another form as it is: %.60s", async (body) => {
		expect(await list([letter(body)])).toEqual([
			{
				messageId: "m",
				orgId: null,
				bulkActionSlug: null,
				chunk: null,
				batchStatus: null,
				secondsLeft: null,
				receiveCount: 6,
				sentAt: expect.any(Date),
				body,
			},
		]);
	});
});
