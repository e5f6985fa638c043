import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import { deliver, stopBatch } from "../../support/batches.ts";
import { useWorld } from "../../support/use-world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { reverse } from "./support/reverse-in-world.ts";

const rows = 150;
const world = useWorld(() => acme({ invoices: payableInvoices(rows) }));

it("C4: rows of a stopped batch are not paid and not sent again by themselves; the next run pays them", async () => {
	const lines = Array.from({ length: rows }, (_, row) => `inv-${row},10`);
	const file = paymentsFileIn(
		world,
		`slug,amount,utr\n${lines.join(",\n")},\n`,
	);
	// While the batch is being accepted.
	world.addFault({
		operation: "UpdateItem",
		matches: (body) => JSON.stringify(body).includes("ACCEPTING"),
		times: 1,
		effect: before(async () => {
			const { body } = await world.get("/v1.0/payment/mark-as-paid");
			await stopBatch(world, body.data.items[0].bulkActionSlug);
		}),
	});
	const first = await file.run();
	expect(first.exitCode).not.toBe(0);
	expect(first.errors).toMatch(/The batch [0-9A-Z]{26} was stopped/);
	const posts = first.sent.filter(({ method }) => method === "POST");
	expect(posts).toHaveLength(1);
	const skipped = file.results().map(({ status, reason }) => [status, reason]);
	expect(skipped).toEqual(
		lines.map(() => ["SKIPPED", "BATCH_STOPPED"] as const),
	);
	const second = await file.run();
	expect(second.exitCode).toBe(0);
	const paid = file.results().map(({ status }) => status);
	expect(paid).toEqual(lines.map(() => "DONE"));
});

it("C4, 11.4: what a batch has paid before it is stopped can be reversed at once", async () => {
	const lines = Array.from({ length: rows }, (_, row) => `inv-${row},10,`);
	const file = paymentsFileIn(world, `slug,amount,utr\n${lines.join("\n")}\n`);
	await file.run([], { process: mortal(3, "AFTER") });
	const [first = "", ...others] = world.queue.take();
	await deliver(world, [first]);
	const { body } = await world.get("/v1.0/payment/mark-as-paid");
	await stopBatch(world, body.data.items[0].bulkActionSlug);
	world.queue.receive(others);
	expect((await file.run()).exitCode).toBe(4);
	const statuses = file.results().map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set(["DONE", "SKIPPED"]));
	const { exitCode, errors } = await reverse(file);
	expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
	const reversed = file
		.results("reversals")
		.filter(({ reversal }) => reversal === "REVERSED");
	expect(reversed).toHaveLength(
		statuses.filter((status) => status === "DONE").length,
	);
});

it("C4: after a run was killed whose batch is then stopped, the next run pays nothing of the file; the one after it does", async () => {
	const batch = Array.from({ length: rows }, (_, row) => `inv-${row},10,`);
	// A request has at most 100 rows of an invoice: the last row is not in the batch.
	const ofOne = Array.from({ length: 100 }, (_, row) => `inv-0,0.1,U${row}`);
	const lines = [...batch.slice(1), ...ofOne, "inv-0,0.1,LAST"];
	const file = paymentsFileIn(world, `slug,amount,utr\n${lines.join("\n")}\n`);
	await file.run([], { process: mortal(3, "AFTER") });
	const { body } = await world.get("/v1.0/payment/mark-as-paid");
	const [{ bulkActionSlug }] = body.data.items;
	await stopBatch(world, bulkActionSlug);

	const second = await file.run();
	expect(second.exitCode).toBe(4);
	expect(second.errors).toContain(`The batch ${bulkActionSlug} was stopped`);
	expect(second.sent.filter(({ method }) => method === "POST")).toEqual([]);
	const states = file.results().map(({ status }) => status);
	expect(states).toEqual([...lines.slice(1).map(() => "SKIPPED"), "NOT_SENT"]);

	expect((await file.run()).exitCode).toBe(0);
	const paid = file.results().map(({ status }) => status);
	expect(paid).toEqual(lines.map(() => "DONE"));
});
