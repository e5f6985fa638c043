import {
	appendFileSync,
	existsSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../client/src/pay-file/journal/entries.ts";
import { toLine } from "../../../client/src/pay-file/journal/journal-file.ts";
import { takeRunLock } from "../../../client/src/pay-file/journal/run-lock.ts";
import { localTime } from "../../../client/src/pay-file/output/report.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin } from "../../support/batches.ts";
import { dueOf } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";
import { reverse } from "./support/reverse-in-world.ts";

const lock = {
	holder: "web",
	expiresAt: new Date(testNow.getTime() + 3_600_000).toISOString(),
};
const world = useWorld(() =>
	acme({
		invoices: [
			...payableInvoices(2),
			{ slug: "long-locked", state: "APPROVED", amount: 100, lock },
		],
	}),
);

it("11.4: a second run of a file does not touch the results that the first one is writing", async () => {
	const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
	const lock = await takeRunLock(`${file.path}.lock`, {
		...{ now: 0, sleep: async () => {}, say: () => {} },
	});
	const partial = file.path.replace(/csv$/, "results.csv.partial");
	writeFileSync(partial, "half of the results");
	const { exitCode, errors } = await file.run();
	lock.release();
	expect(exitCode).toBe(4);
	expect(errors).toContain("Another run works on this file");
	expect(readFileSync(partial, "utf8")).toBe("half of the results");
});

describe("11.4: a run that was interrupted", () => {
	/** Killed after its first request was sent, before its answer was noted. */
	const interrupt = async (csv: string, file = paymentsFileIn(world)) => {
		file.write(csv);
		await file.run([], { process: mortal(3, "AFTER") });
		return file;
	};
	/** After two entries, none can be written to the journal. */
	const failingDisk = (error: Error) => {
		let appends = 0;
		const onAppend = () => {
			if (++appends > 2) throw error;
		};
		return { onAppend };
	};

	it("is refused for a file that has changed since", async () => {
		const file = await interrupt("slug,amount,utr\ninv-0,10,\n");
		file.write("slug,amount,utr\ninv-0,10,\ninv-1,10,\n");
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain("The file has changed since");
		expect(await dueOf(world, "inv-1")).toBe("100");
	});

	it("goes on with its file, as corrected after a run that found a bad row and sent nothing", async () => {
		const csv = "slug,amount,utr\ninv-0,10,\n";
		const file = paymentsFileIn(world, `${csv}unknown,10,\n`);
		const bad = await file.run();
		expect(bad.exitCode).toBe(2);
		expect(bad.errors).toMatch(
			/^1 bad row:\n {2}line 3: [^\n]*\nThis run has paid nothing\. Correct the file, or use --skip-bad-rows to pay the other rows$/,
		);
		await interrupt(csv, file);
		expect(await file.run()).toMatchObject({ exitCode: 0, errors: "" });
		expect(await dueOf(world)).toBe("90");
	});

	it("is refused with options that read the file differently", async () => {
		const file = await interrupt(
			"slug,amount,date,utr\ninv-0,10,04/04/2026,\n",
		);
		file.write("slug,amount,date,utr\ninv-0,10,04/04/2026,\n");
		expect((await file.run(["--columns", "narration=date"])).errors).toContain(
			"read with other options",
		);
	});

	it("is refused at another URL", async () => {
		const file = await interrupt("slug,amount,utr\ninv-0,10,\n");
		const { exitCode, errors } = await file.run(["--url", "https://other"]);
		expect(exitCode).toBe(2);
		expect(errors).toContain("this is https://other, organization acme");
	});

	it("is refused for another organization", async () => {
		const file = await interrupt("slug,amount,utr\ninv-0,10,\n");
		const other = acme({ invoices: payableInvoices(1) });
		await world.import({
			...other,
			org: { ...other.org, id: "other" },
			apiKeys: other.apiKeys.map((apiKey) => ({
				...apiKey,
				key: "other-admin-key",
			})),
		});
		const { exitCode, errors } = await file.run([], {
			apiKey: "other-admin-key",
		});
		expect(exitCode).toBe(2);
		expect(errors).toContain("organization other");
	});

	it("more than a day ago, learns its outcome and pays the rest only with --resume", async () => {
		const file = await interrupt(
			"slug,amount,utr\ninv-0,10,\nlong-locked,10,\n",
		);
		const sentAt = localTime(world.time.now.getTime());
		passSeconds(world, 25 * 3_600);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toBe(
			`A payment of this file was last sent on ${sentAt}. Others may have paid the rows that are left by other means since: see ${file.path.replace(/csv$/, "results.csv")}. If they are still to be paid, use --resume`,
		);
		expect(file.results().map(({ status }) => status)).toEqual([
			"DONE",
			"NOT_SENT",
		]);
		// The same command once more is not a confirmation.
		expect((await file.run()).errors).toContain("use --resume");
		expect(await dueOf(world, "long-locked")).toBe("100");
		expect((await file.run(["--resume"])).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect(await dueOf(world, "long-locked")).toBe("90");
	});

	it("is 1 when a row turned bad and a request was sent again: this run has paid", async () => {
		const rows = Array.from(
			{ length: batchMin },
			(_, index) => `inv-0,0.1,U${index}`,
		);
		const file = paymentsFileIn(
			world,
			`slug,amount,utr\n${rows.join("\n")}\ninv-1,10,V\n`,
		);
		await file.run([], { process: mortal(3) });
		await pay(world, [{ slug: "inv-1", amount: 100 }]);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(1);
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect(errors).toMatch(
			/^1 bad row:\n {2}line \d+: [^\n]*\nThis run has only sent the request of a former run again\. To go on, use --skip-bad-rows to pay the other rows$/,
		);
		expect((await file.run()).errors).toMatch(
			/^1 bad row:\n {2}line \d+: [^\n]*\nThis run has paid nothing\. To go on, use --skip-bad-rows to pay the other rows$/,
		);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		expect(await dueOf(world, "inv-0")).toBe(`${(1_000 - batchMin) / 10}`);
	});

	it("is 4 when the disk is full after a payment was sent; the next run learns its outcome", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const full = new Error("ENOSPC: no space left on device");
		Object.assign(full, { code: "ENOSPC", syscall: "write" });
		const { sent, ...first } = await file.run([], failingDisk(full));
		expect(first).toMatchObject({ exitCode: 4 });
		expect(first.errors).toMatch(
			/^A file of this run cannot be read or written: the disk is full\. [^\n]+$/,
		);
		expect(sent.some(({ method }) => method === "POST")).toBe(true);
		expect(await file.run()).toMatchObject({ exitCode: 0 });
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("is 4 after an error of the program, which it shows; the next run learns the outcome", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const { exitCode, errors } = await file.run(
			[],
			failingDisk(new TypeError("disk.append is not a function")),
		);
		expect(exitCode).toBe(4);
		expect(errors).toContain("Run the same command again to continue");
		expect(errors).toMatch(
			/TypeError: disk\.append is not a function\n\s+at .*interrupted-run/,
		);
		expect(await file.run()).toMatchObject({ exitCode: 0 });
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("by another process, leaves the result file to that one, which knows more", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		let appends = 0;
		const { exitCode, errors, sent } = await file.run([], {
			onAppend() {
				// Before the entry of the request.
				if (++appends === 2) appendFileSync(`${file.path}.journal`, "x");
			},
		});
		expect(exitCode).toBe(4);
		expect(errors).toContain("Another process works on this file");
		expect(sent.some(({ method }) => method === "POST")).toBe(false);
		expect(existsSync(file.path.replace(/csv$/, "results.csv"))).toBe(false);
	});

	it("shows in a --dry-run what is paid, and what is not known yet", async () => {
		const file = await interrupt("slug,amount,utr\ninv-0,10,\n");
		const { exitCode, output } = await file.run(["--dry-run"]);
		expect(exitCode).toBe(0);
		expect(output).toBe(
			[
				'1 row, columns invoice id = "slug", amount = "amount", UTR = "utr"',
				"To pay: 0 rows",
				`Dry run: 0 of 1 rows can be paid; nothing was paid. Each row is in ${file.path.replace(/csv$/, "dry-run.csv")}`,
				"A run of this file was interrupted: run it again to learn its outcome",
			].join("\n"),
		);
		expect(file.results("dry-run")).toMatchObject([
			{
				status: "OPEN",
				message:
					"The outcome is not known yet: run the same command again, after a day with --resume",
			},
		]);
		await file.run();
		const { output: after } = await file.run(["--dry-run"]);
		expect(after).toContain("0 of 1 rows can be paid");
		expect(after).not.toContain("interrupted");
		expect(file.results("dry-run")).toMatchObject([{ status: "DONE" }]);
	});

	it("is 3 and names the row when other payments have its key", async () => {
		const file = await interrupt("slug,amount,utr\ninv-0,10,U0\n");
		const key = /"key":"([^"]+)"/.exec(file.journal())?.[1] ?? "";
		passSeconds(world, 25 * 3_600);
		// Another caller uses the key of the journal for a payment of its own.
		await world.post(
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources: [{ slug: "inv-0", amount: 7 }] },
			{ idempotencyKey: key },
		);
		passSeconds(world, 25 * 3_600);
		const { exitCode, errors } = await file.run(["--resume"]);
		expect(exitCode).toBe(3);
		expect(errors).toContain(`line 2: "inv-0", 10, key ${key}`);
		expect(errors).toContain("whether 1 row was paid");
		expect(errors).toContain("by key, amount and UTR");
		expect(file.results()).toMatchObject([
			{
				...{ status: "UNKNOWN", idempotencyKey: key, batch: "", paymentId: "" },
				message:
					"It cannot be found out whether this row was paid: look for its amount and UTR among the payments of the invoice",
			},
		]);
		expect((await reverse(file)).errors).toContain(
			"see the payments of its invoice",
		);
		expect((await file.run(["--resume"])).exitCode).toBe(3);
		expect((await file.run(["--dry-run"])).exitCode).toBe(3);
		expect(await dueOf(world, "inv-0")).toBe("83");
	});

	it("has rows that were not paid: each says why", async () => {
		const rows = [..."0123"].map((utr) => `inv-0,1,${utr}\n`).join("");
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows}`);
		await file.run([], { process: mortal(2, "BEFORE") });
		const [at, key] = [testNow.toISOString(), "k"];
		const expected = [
			["ERROR", "NOT_FOUND", "No invoice has this id"],
			[
				...["ERROR", "PROCESSING_FAILED"],
				"The service gave the row up; nothing was paid; run again",
			],
			[
				...["NOT_SENT", "NOT_RECORDED"],
				"The request was sent, and this row was not paid; run again",
			],
			[
				...["SKIPPED", "MAP_BATCH_IN_PROGRESS"],
				"Another batch was running; run again",
			],
		];
		const statuses = ["ERROR", "ERROR", "NOT_TAKEN", "SKIPPED"] as const;
		const results = statuses.map((status, index) => {
			const rows: [number, number][] = [[index, index]];
			return { status, reason: expected[index]?.[1] ?? "", rows };
		});
		for (const entry of [
			{ type: "sending", at, key, rows: [[0, 3]] },
			{ type: "outcome", at, key, results },
		] satisfies Entry[]) {
			const journal = file.journal();
			file.writeJournal(journal + toLine(entry, Buffer.byteLength(journal)));
		}
		const { errors } = await file.run([], { confirm: async () => false });
		expect(errors).toBe("You have not said yes: this run has paid nothing");
		expect(
			file.results().map((row) => [row.status, row.reason, row.message]),
		).toEqual(expected);
	});

	it("is refused when its journal is damaged", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		await file.run();
		const lines = file.journal().split("\n");
		lines[1] = lines[1]?.replace("sending", "seeding") ?? "";
		writeFileSync(`${file.path}.journal`, lines.join("\n"));
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain("The journal is damaged");
		expect(await dueOf(world, "inv-0")).toBe("90");
	});
});
