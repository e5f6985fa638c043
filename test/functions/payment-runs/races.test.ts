import { describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	expectSettled,
	resourcesOf,
	workOff,
} from "../../support/batches.ts";
import { pay } from "../../support/pay.ts";
import { rivals } from "../../support/rivals.ts";
import {
	createRun,
	discardRun,
	getRun,
	releaseRun,
	sendRun,
} from "../../support/runs.ts";
import { useWorld } from "../../support/use-world.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(batchMin) }));

const list = resourcesOf(batchMin);

/** How often each status, or code of an error, was answered. */
const tally = (
	answers: readonly {
		status: number;
		body: { error?: { code: string }; data?: { state: string } };
	}[],
) => {
	const counts: Record<string, number> = {};
	for (const { status, body } of answers) {
		const name = body.error?.code ?? body.data?.state ?? `${status}`;
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
};

describe("at the same time", () => {
	it("P2: of 32 equal creations, one creates a run, and the others name it", async () => {
		const answers = await rivals(32, () => sendRun(world, list));
		expect(tally(answers)).toEqual({ DRAFT: 1, RUN_EXISTS: 31 });
		const ids = answers.map(({ body }) => body.data?.runId ?? body.error.runId);
		expect(new Set(ids).size).toBe(1);
		const { items } = (await world.get("/v1.0/payment/run")).body.data;
		expect(items).toHaveLength(1);
	});

	it("P4: of 32 releases, one takes effect, and all answer the same record", async () => {
		const { runId } = await createRun(world, list);
		const answers = await rivals(32, () => releaseRun(world, runId));
		expect(tally(answers)).toEqual({ RELEASED: 32 });
		expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(
			1,
		);
		await workOff(world);
		await expectSettled(world, runId, list);
	});

	it("P5: of releases and discards, exactly one takes effect", async () => {
		const { runId } = await createRun(world, list);
		const answers = await rivals(16, (index) =>
			index % 2 === 0 ? releaseRun(world, runId) : discardRun(world, runId),
		);
		const { state } = (await getRun(world, runId)).body.data;
		expect(tally(answers)).toEqual({
			[state]: 8,
			INVALID_STATE_TRANSITION: 8,
		});
		await workOff(world);
		if (state === "RELEASED") await expectSettled(world, runId, list);
		else expect((await world.getBatch(runId)).status).toBe(404);
		expect((await sendRun(world, list)).status).toBe(
			state === "RELEASED" ? 409 : 200,
		);
	});

	it("4.4 rule 4: if a release and another batch meet, one of them starts; if it is the batch, the run stays a draft", async () => {
		const { runId } = await createRun(world, list);
		const [released, batch] = await Promise.all([
			releaseRun(world, runId),
			pay(world, list),
		]);
		expect([released.status, batch.status].toSorted()).toEqual([200, 409]);
		await workOff(world);
		const { state } = (await getRun(world, runId)).body.data;
		expect(state).toBe(released.status === 200 ? "RELEASED" : "DRAFT");
		const slug =
			released.status === 200 ? runId : batch.body.data.bulkActionSlug;
		await expectSettled(world, slug, list);
	});

	it("4.4 rule 4: if several runs are released at once, one batch starts", async () => {
		const runs = await Promise.all(
			Array.from({ length: 8 }, (_, index) =>
				createRun(world, list, { repeatOf: `${index}` }),
			),
		);
		const answers = await rivals(8, (index) =>
			releaseRun(world, runs[index].runId),
		);
		expect(tally(answers)).toEqual({ RELEASED: 1, MAP_BATCH_IN_PROGRESS: 7 });
	});
});
