import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reverseCommand } from "../../../client/src/pay-file/reverse.ts";
import { lockInvoice } from "../../../tools/operator/invoices/lock-invoice.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin } from "../../support/batches.ts";
import { invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { type Fault, faults } from "../support/unreliable-network.ts";
import { deaths, mortal } from "./support/mortal.ts";
import { paymentsFileIn, type RunOptions } from "./support/pay-in-world.ts";
import {
	csv,
	expectAllReversedOnce,
	paidFile,
	resultPath,
	reverse,
} from "./support/reverse-in-world.ts";

const hours = 3_600;

const world = useWorld(() => {
	const file = acme({ invoices: payableInvoices(batchMin) });
	const [apiKey] = file.apiKeys;
	if (!apiKey) throw new Error("acme has a key");
	file.apiKeys.push({
		...apiKey,
		key: "pays-only-key",
		permissions: ["payments:mark-paid", "invoices:read", "organization:read"],
	});
	return file;
});

it.each(deaths)(
	"11.4: killed %s each write and request of a reversal and run again: each payment is reversed once",
	async (death) => {
		for (let at = 1; ; at++) {
			await world.reopen();
			const file = await paidFile(world);
			const killed = await reverse(file, { process: mortal(at, death) });
			if (killed.exitCode !== undefined) {
				expect(at).toBeGreaterThan(9);
				break;
			}
			if (at % 2 === 0) await killed.deliverLate();
			passSeconds(world, at % 3 === 0 ? 25 * hours : 60);
			const { exitCode, errors } = await reverse(file, {
				hoursAhead: () => (at % 5) * 6 - 12,
			});
			expect({ at, exitCode, errors }).toEqual({ at, exitCode: 0, errors: "" });
			await killed.deliverLate();
			await expectAllReversedOnce(world, file);
		}
	},
);

it.each(faults)(
	"11.4: each payment is reversed once, whichever exchange has the fault %s",
	async (fault) => {
		for (let at = 1; ; at++) {
			await world.reopen();
			const file = await paidFile(world);
			const first = await reverse(file, {
				faultOf: (exchange) => (exchange === at ? fault : undefined),
			});
			const { exitCode } = first.exitCode === 0 ? first : await reverse(file);
			await first.deliverLate();
			expect({ at, exitCode }).toEqual({ at, exitCode: 0 });
			await expectAllReversedOnce(world, file);
			if (first.sent.length < at) break;
		}
	},
);

it("11.4: a service whose answers are lost for long stops the run, and the next one settles what it has reversed", async () => {
	const file = await paidFile(world);
	const first = await reverse(file, {
		faultOf: (_, { method }) => (method === "POST" ? "DROP_ANSWER" : undefined),
	});
	expect(first.exitCode).toBe(4);
	expect(first.errors).toContain("cannot be reached");
	expect(first.output).toContain("Not known yet whether reversed: 1 row");
	expect((await invoiceState(world, "inv-0")).due).toBe("89.9");
	const { exitCode, output } = await reverse(file);
	expect(exitCode).toBe(0);
	expect(output).toContain("Reversed: 3 rows, 1 vendor, ₹ 25.20\n");
	await expectAllReversedOnce(world, file);
});

it("11.4: a refusal of the service is said to be one, unless an earlier request may have arrived", async () => {
	const faultOf =
		(first: Fault): NonNullable<RunOptions["faultOf"]> =>
		(_, { method }) => {
			if (method !== "POST") return undefined;
			return posts++ === 0 ? first : "THROTTLED";
		};
	let posts = 0;
	const file = await paidFile(world);
	const refused = await reverse(file, { faultOf: faultOf("THROTTLED") });
	expect(refused.exitCode).toBe(4);
	expect(refused.errors).toContain("The service has too much to do");
	expect(refused.output).toContain("Not reversed: 3 rows");
	expect(refused.output).not.toContain("Not known yet");
	posts = 0;
	const lost = await reverse(file, { faultOf: faultOf("DROP_ANSWER") });
	expect(lost.output).toContain("Not known yet whether reversed: 1 row");
	// The request of the former run may have arrived.
	const again = await reverse(file, { faultOf: faultOf("THROTTLED") });
	expect(again.output).toContain("Not known yet whether reversed: 1 row");
	expect((await reverse(file)).exitCode).toBe(0);
	await expectAllReversedOnce(world, file);
});

describe("11.4: before anything is reversed", () => {
	it("a key without payments:reverse is refused before anything else is sent or written", async () => {
		const file = await paidFile(world);
		const { exitCode, errors, sent } = await reverse(file, {
			apiKey: "pays-only-key",
		});
		expect(exitCode).toBe(4);
		expect(errors).toContain(
			"the API key needs the permission payments:reverse; this run has reversed nothing",
		);
		expect(sent.map(({ url }) => url)).toEqual(["/v1.0/key"]);
		for (const end of [".journal", ".lock"])
			expect(existsSync(`${resultPath(file)}${end}`)).toBe(false);
	});

	it("rows, vendors and the total are shown, and a person is asked; a script needs --yes", async () => {
		const file = await paidFile(world);
		const asked: string[] = [];
		const confirm = async (question: string) => {
			asked.push(question);
			return false;
		};
		const figures = "3 rows, 1 vendor, ₹ 25.20";
		const dry = await reverse(file, {}, ["--dry-run"]);
		expect(dry.output).toContain(
			`To reverse: ${figures}\nDry run: 3 of 3 rows can be reversed; nothing was reversed`,
		);
		const checked = file.results("reversals.dry-run");
		expect(checked.map(({ reversal }) => reversal)).toEqual(
			Array(3).fill("READY"),
		);
		const refused = await reverse(file, { confirm }, []);
		expect(asked).toEqual([`Reverse ${figures}? (yes/no) `]);
		expect(refused).toMatchObject({
			exitCode: 2,
			errors: "You have not said yes: this run has reversed nothing",
		});
		const script = await reverse(file, {}, []);
		expect(script.errors).toContain("If this is right, use --yes");
		expect((await invoiceState(world, "inv-0")).due).toBe("79.8");
		const done = await reverse(file);
		expect(done.output).toContain(`Reversed: ${figures}\n`);
		const again = await reverse(file);
		expect(again.output).toMatch(/Reversed: .*, nothing was reversed now/);
		expect(again.exitCode).toBe(0);
	});

	it("a row whose payment is unknown or has another amount is bad; the others are reversed with --skip-bad-rows", async () => {
		const file = await paidFile(world);
		const text = readFileSync(resultPath(file), "utf8");
		writeFileSync(
			resultPath(file),
			text
				.replaceAll("inv-1,5,U2,", "inv-1,6,U2,")
				.replace(/(inv-0.*U0.*,)[^,\r]+\r/, "$1unknown\r"),
		);
		const { exitCode, errors } = await reverse(file);
		expect(exitCode).toBe(2);
		expect(errors).toContain("line 2: the invoice has no such payment");
		expect(errors).toContain("line 4: the payment is ₹ 5.00, not 6");
		expect(errors).toContain("This run has reversed nothing");
		const skipping = await reverse(file, {}, ["--yes", "--skip-bad-rows"]);
		expect(skipping.exitCode).toBe(1);
		expect(file.results("reversals").map(({ reversal }) => reversal)).toEqual([
			"INVALID",
			"REVERSED",
			"INVALID",
		]);
		expect((await invoiceState(world, "inv-0")).due).toBe("89.9");
	});

	it("a file of payments is none, nor is a result file without payment ids", async () => {
		const file = await paidFile(world);
		const own = await file.runCommand(reverseCommand, [
			...[file.path, "--reason", "x", "--yes"],
		]);
		expect(own.errors).toContain("This is not a result file");
		const text = readFileSync(resultPath(file), "utf8");
		writeFileSync(resultPath(file), text.replaceAll(/,[^,\r]*\r/g, "\r"));
		const { exitCode, errors } = await reverse(file);
		expect(exitCode).toBe(2);
		expect(errors).toContain("run pay on its file of payments again");
		await file.run();
		expect((await reverse(file)).exitCode).toBe(0);
	});
});

it("11.4: a row that is locked stays to be done; what others have reversed is said, and rows that were not paid ask for nothing", async () => {
	const file = paymentsFileIn(world, `${csv}C,inv-2,1000,U3\n`);
	expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
	const [{ invoiceId = "", paymentId = "" } = {}] = file.results();
	await world.send(
		"POST",
		`/v1.0/invoice/${invoiceId}/payments/${paymentId}/reversal`,
		{ reason: "By hand" },
	);
	const invoice = { organizationId: "acme", slug: "inv-1" };
	const now = world.time.now;
	await lockInvoice(world.table, invoice, { milliseconds: 3_600_000, now });
	const first = await reverse(file);
	expect(first.exitCode).toBe(1);
	expect(
		file
			.results("reversals")
			.map((row) => `${row.reversal} ${row.reversalMessage}`),
	).toEqual([
		expect.stringMatching(/^REVERSED Reversed already, on .*: By hand$/),
		"REVERSED ",
		"SKIPPED Another action on the invoice is in progress; run again",
		"NOTHING_TO_DO It was not paid",
	]);
	passSeconds(world, 2 * hours);
	// The rest of the file is paid meanwhile: its payments can be reversed too.
	file.write(`${csv}C,inv-2,10,U3\n`);
	expect((await file.run(["--yes"])).exitCode).toBe(0);
	const second = await reverse(file);
	expect(second).toMatchObject({ exitCode: 0, errors: "" });
	expect(second.output).toContain("of it now: 2 rows");
	for (const one of ["inv-0", "inv-1", "inv-2"])
		expect((await invoiceState(world, one)).due).toBe("100");
});
