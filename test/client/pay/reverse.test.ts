import { describe, expect, it } from "vitest";
import {
	allPaid,
	openOffice,
	paidOf,
	payments,
	runsOf,
} from "./support/payments.ts";

async function openPaid() {
	const office = await openOffice();
	office.desk.write("a.csv", payments);
	await office.desk.run(["pay", "a.csv"]);
	const [run] = await runsOf(office.world);
	const runId = run?.runId ?? "";
	return {
		...office,
		reverse: ["reverse", runId, "--reason", "Wrong month"],
	};
}

describe("reverse", () => {
	it("asks, and undoes what a run has paid", async () => {
		const { world, desk, reverse } = await openPaid();
		const { exitCode, output } = await desk.run(reverse, { answers: ["yes"] });
		expect({ exitCode, lines: output.split("\n") }).toEqual({
			exitCode: 0,
			lines: [
				"To reverse:",
				"  Harbor Cloud: 2 payments, ₹ 605.50",
				"  Steel Traders: 2 payments, ₹ 1,400.00",
				"Reverse 4 payments to 2 vendors, ₹ 2,005.50 in all? [yes/no] ",
				"Reversed: 4 payments",
			],
		});
		expect(await paidOf(world)).toEqual({});
		const again = await desk.run(reverse, { answers: [] });
		expect(again).toMatchObject({
			exitCode: 0,
			output: "4 payments reversed before\nThere is no payment to reverse",
		});
	});

	it("undoes the rows that are named, and no others", async () => {
		const { world, desk, reverse } = await openPaid();
		await desk.run([...reverse, "--rows", "2,4-5", "--yes"]);
		expect(await paidOf(world)).toEqual({ "st-2": 400 });
		const wrong = await desk.run([...reverse, "--rows", "3,9", "--yes"]);
		expect(wrong).toMatchObject({
			exitCode: 2,
			errors: "--rows: the run has no row 9. Nothing was reversed",
		});
	});

	it("reverses nothing without a yes", async () => {
		const { world, desk, reverse } = await openPaid();
		expect(await desk.run(reverse, { answers: ["y?"] })).toMatchObject({
			exitCode: 1,
		});
		expect(await desk.run(reverse)).toMatchObject({
			exitCode: 2,
			errors:
				"Nobody can be asked. If the payments are to be reversed, say so with --yes. Nothing was reversed",
		});
		expect(await desk.run([...reverse, "--dry-run"])).toMatchObject({
			exitCode: 0,
		});
		expect(await paidOf(world)).toEqual(allPaid);
	});

	it("continues after it was killed at any moment", async () => {
		for (let exchange = 1; ; exchange++) {
			const { world, desk, reverse } = await openPaid();
			const killedAt = { exchange, isAnswered: false };
			const { exitCode } = await desk.run([...reverse, "--yes"], { killedAt });
			await desk.run([...reverse, "--yes"]);
			expect(await paidOf(world)).toEqual({});
			if (exitCode !== undefined) break;
		}
	});

	it.each([
		[["reverse", "X"], /Say why with --reason/],
		[["reverse", "--reason", "r"], /Name the payment run/],
		[["reverse", "X", "--reason", "r"], /No payment run X was released/],
		[["reverse", "X", "--reason", "r", "--rows", "0"], /must be rows such as/],
		[
			["reverse", "X", "--reason", "r", "--rows", "9-3"],
			/must be rows such as/,
		],
	])("%j is refused in words that say what is right", async (args, message) => {
		const { desk } = await openOffice();
		const { exitCode, errors } = await desk.run(args);
		expect({ exitCode, errors }).toEqual({
			exitCode: 2,
			errors: expect.stringMatching(message),
		});
	});
});
