import { describe, expect, it, onTestFinished, vi } from "vitest";
import { localTime } from "../../../client/src/pay-file/output/report.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, stopBatch } from "../../support/batches.ts";
import { dueOf } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { reverse } from "./support/reverse-in-world.ts";

const world = useWorld(() => {
	const expiresAt = new Date(testNow.getTime() + 1_800_000).toISOString();
	return acme({
		invoices: [
			...payableInvoices(batchMin),
			{
				...{ slug: "locked", state: "APPROVED", amount: 1 },
				lock: { holder: "web", expiresAt },
			},
		],
	});
});
const csv = "slug,amount,utr\ninv-0,10,U0\n";
const batchCsv = [
	"slug,amount,utr",
	...Array.from({ length: batchMin }, (_, index) => `inv-${index},10,`),
].join("\n");

const figures = `${batchMin} rows, 1 vendor, ₹ ${(10 * batchMin).toLocaleString("en")}.00`;

describe("11.4: a run that loses the service", () => {
	it("says what is not known yet, which cannot be reversed, and nothing of what is paid; the next run says what is paid", async () => {
		const file = paymentsFileIn(world, batchCsv);
		let isLost = false;
		const lost = await file.run([], {
			faultOf: (_, { method }) => {
				if (isLost) return "DROP_REQUEST";
				isLost = method === "POST";
				return undefined;
			},
		});
		expect(lost.exitCode).toBe(4);
		expect(lost.output).toContain(
			`Not known yet whether paid: ${figures}; run the same command again\nEach row is in`,
		);
		expect(lost.output).not.toMatch(/^(?:Paid|Not paid):/m);
		const reversed = await reverse(file);
		expect(reversed.exitCode).toBe(2);
		expect(reversed.errors).toContain("run pay on its file first");
		const { exitCode, output } = await file.run();
		expect(exitCode).toBe(0);
		expect(output).toContain(`Paid: ${figures}\nEach row`);
	});
});

it("C4: a batch that was stopped after its run was killed: the next run sends nothing, the one after it pays", async () => {
	const file = paymentsFileIn(world, batchCsv);
	await file.run([], { process: mortal(3, "AFTER") });
	const { body } = await world.get("/v1.0/payment/mark-as-paid");
	const [{ bulkActionSlug }] = body.data.items;
	await stopBatch(world, bulkActionSlug);
	const second = await file.run();
	expect(second.exitCode).toBe(4);
	expect(second.errors).toContain(`The batch ${bulkActionSlug} was stopped`);
	expect(file.results()[0]).toMatchObject({
		reason: "BATCH_STOPPED",
		message:
			"The batch was stopped before this row was paid; run again only if it is to be paid",
	});
	expect(second.sent.map(({ method }) => method)).not.toContain("POST");
	expect((await file.run()).output).toContain(`Paid: ${figures}`);
});

describe("11.4: the progress bar", () => {
	it.each([
		["a batch", batchCsv, batchMin],
		["a request", csv, 1],
	])("counts no row of %s twice", async (_, text, total) => {
		const file = paymentsFileIn(world, text);
		const shown: number[] = [];
		await file.run([], {
			onProgress: (state) => {
				if (state.title !== "Paying") return;
				expect(state.total).toBe(total);
				shown.push(state.done);
			},
		});
		expect(shown).toEqual(shown.toSorted((one, other) => one - other));
		expect(shown.at(-1)).toBe(total);
	});
});

describe("11.4: a file that is run again", () => {
	it("after its end, also more than a day later: says that nothing was paid now, and when it was paid", async () => {
		const file = paymentsFileIn(world, csv);
		const paidAt = localTime(world.time.now.getTime());
		expect((await file.run()).output).toContain(
			"Paid: 1 row, 1 vendor, ₹ 10.00\nEach",
		);
		passSeconds(world, 25 * 3_600);
		const { exitCode, output } = await file.run();
		expect(exitCode).toBe(0);
		expect(output).toContain(
			`Paid: 1 row, 1 vendor, ₹ 10.00; last on ${paidAt}, nothing was paid now\nEach`,
		);
	});

	it("with rows left: says how much was paid now", async () => {
		const file = paymentsFileIn(world, `${csv}locked,1,U1\n`);
		expect((await file.run()).output).toContain(
			"Paid: 1 row, 1 vendor, ₹ 10.00\nNot paid: 1 row, ₹ 1.00\nEach",
		);
		passSeconds(world, 3_600);
		expect((await file.run()).output).toContain(
			"Paid: 2 rows, 1 vendor, ₹ 11.00; of it now: 1 row, ₹ 1.00\nEach",
		);
	});

	it("with a request of the former run to send, and a no to the rest: says that it has sent that request", async () => {
		const rows = Array.from(
			{ length: batchMin },
			(_, index) => `inv-0,0.1,U${index}`,
		);
		// A request has 100 rows of an invoice at most: the last row is left.
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join("\n")}\n`);
		await file.run([], { process: mortal(3) });
		const confirm = async () => false;
		const { exitCode, errors } = await file.run([], { confirm });
		expect(exitCode).toBe(1);
		expect(errors).toBe(
			"You have not said yes: this run has paid nothing\nIt has only sent the request of a former run again",
		);
		expect(await dueOf(world)).toBe("90");
	});
});

it("11.4: times are shown by the user's clock", () => {
	vi.stubEnv("TZ", "Asia/Kolkata");
	onTestFinished(() => {
		vi.unstubAllEnvs();
	});
	expect(localTime(Date.parse("2026-11-23T20:09:59Z"))).toBe(
		"24 Nov 2026, 01:39",
	);
});
