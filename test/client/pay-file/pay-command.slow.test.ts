import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../../client/src/pay-file/errors.ts";
import {
	holdBatchGuard,
	releaseBatchGuard,
} from "../../../shared/batches/batch-guard.store.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { batchMin, startBatch } from "../../support/batches.ts";
import { dueOf, invoiceState } from "../../support/invoices.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { testNow } from "../../support/world.ts";
import { leaveEndUnstored } from "../support/leave-end-unstored.ts";
import { mortal } from "./support/mortal.ts";
import { paymentsFileIn } from "./support/pay-in-world.ts";

const lockedUntil = (milliseconds: number) => ({
	holder: "web",
	expiresAt: new Date(testNow.getTime() + milliseconds).toISOString(),
});

const organization = (): OrganizationFile => {
	const file = acme({
		invoices: [
			...payableInvoices(batchMin + 49),
			{ slug: "draft", state: "DRAFTED", amount: 100 },
			{ slug: "paid", state: "APPROVED", amount: 100, due: 0 },
			{
				slug: "flight",
				state: "APPROVED",
				amount: 100,
				platformPaymentInFlight: true,
			},
			{
				slug: "dollars",
				vendorId: "v-1",
				invoiceNumber: "D-1",
				state: "APPROVED",
				amount: 100,
				currency: "USD",
			},
			{
				slug: "locked",
				state: "APPROVED",
				amount: 100,
				lock: lockedUntil(10_000),
			},
			{
				slug: "long-locked",
				state: "APPROVED",
				amount: 100,
				lock: lockedUntil(3_600_000),
			},
		],
		vendors: [{ id: "v-1", name: "Steel Traders" }],
	});
	const [apiKey] = file.apiKeys;
	if (!apiKey) throw new Error("acme has a key");
	file.apiKeys.push({
		...apiKey,
		key: "payments-only-key",
		permissions: ["payments:mark-paid"],
	});
	return file;
};

const world = useWorld(organization);

describe("11.4: --dry-run", () => {
	it("checks every row against the records, reports all bad rows at once and pays nothing", async () => {
		const file = paymentsFileIn(
			world,
			[
				"Invoice ID,Amount,UTR No.,Date",
				"inv-0,60,U0,",
				"inv-0,40.01,U1,",
				"inv-1,100,U2,21/11/2026",
				"unknown,1,U3,",
				"draft,1,U4,",
				"paid,1,U5,",
				"flight,1,U6,",
				"dollars,₹ 1,U7,",
				'inv-2,"1.000,00",U8,03/04/2026',
				"inv-3,1,U9,",
				"inv-3,1,u9,",
				"locked,1,U10,",
			].join("\n"),
		);
		const { exitCode, output } = await file.run(["--dry-run"]);
		expect(exitCode).toBe(2);
		expect(
			file
				.results("dry-run")
				.map(({ line, status, reason }) => `${line} ${status} ${reason}`),
		).toEqual([
			"2 INVALID AMOUNT_EXCEEDS",
			"3 INVALID AMOUNT_EXCEEDS",
			"4 READY ",
			"5 INVALID NOT_FOUND",
			"6 INVALID INVALID_STATE",
			"7 INVALID AMOUNT_EXCEEDS",
			"8 INVALID PLATFORM_PAYMENT_IN_FLIGHT",
			"9 INVALID CURRENCY",
			"10 INVALID AMOUNT DATE",
			"11 INVALID REPEATED",
			"12 INVALID REPEATED",
			"13 READY ",
		]);
		expect(output).toContain(
			"line 2: the 2 rows of this invoice (lines 2, 3) add up to ₹ 100.01, which is more than the ₹ 100.00 that are due",
		);
		expect(output).toContain("line 11: line 12 has the same invoice and UTR");
		expect(output).toContain("2 of 12 rows can be paid; nothing was paid");
		expect(await dueOf(world, "inv-1")).toBe("100");
		expect(file.journal()).toBe("");
	});

	it("walks the open invoices of a large file a hundred to a request", async () => {
		const rows = Array.from({ length: 150 }, (_, index) => `inv-${index},100`);
		const file = paymentsFileIn(
			world,
			["slug,amount", ...rows, "unknown,1", "paid,1"].join("\n"),
		);
		// A walk is sure to show what was stored two seconds before it.
		passSeconds(world, 5);
		const { exitCode, sent } = await file.run(["--dry-run"]);
		expect(exitCode).toBe(2);
		const paths = sent.map(({ url }) => url.replace(/cursor=[^&]*/, "cursor"));
		expect(paths).toEqual([
			"/v1.0/organization",
			"/v1.0/invoice?open=true&limit=100",
			"/v1.0/invoice?open=true&limit=100&cursor",
			"/v1.0/invoice/unknown",
			"/v1.0/invoice/paid",
			"/v1.0/invoice/paid/payments?limit=100",
		]);
		expect(
			file.results("dry-run").flatMap(({ slug, status }) => {
				return status === "INVALID" ? slug : [];
			}),
		).toEqual(["unknown", "paid"]);
	});

	it("is 0 when every row can be paid", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,100,\n");
		expect((await file.run(["--dry-run"])).exitCode).toBe(0);
	});

	it("shows 20 bad rows and names the file with all of them", async () => {
		const rows = Array.from({ length: 500 }, (_, index) => `inv-${index},bad`);
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
		const { output } = await file.run(["--dry-run"]);
		expect(output).toContain("500 bad rows:");
		expect(output).toContain("and 480 more, in the result file");
		expect(output.match(/^ {2}line/gm)).toHaveLength(20);
		expect(file.results("dry-run")).toHaveLength(500);
	});
});

describe("11.4: a run", () => {
	it("pays each row and writes its result", async () => {
		const file = paymentsFileIn(
			world,
			'Invoice,Paid,UTR,Remarks,Date\ninv-0,"₹ 60.50",U0,"First, half",21/11/2026\ninv-0,39.5,U1,,\n',
		);
		const { exitCode, output } = await file.run();
		expect({ exitCode, output }).toEqual({
			exitCode: 0,
			output: expect.stringContaining("Paid: 2 rows, 1 vendor, ₹ 100.00"),
		});
		const { payments } = await invoiceState(world, "inv-0");
		expect(payments).toMatchObject([
			{ utr: "U0", narration: "First, half", paymentDate: "2026-11-21" },
			{ utr: "U1" },
		]);
		expect(file.results()).toMatchObject([
			{ line: "2", invoiceId: "inv-0", amount: "60.5", status: "DONE" },
			{ line: "3", invoiceId: "inv-0", amount: "39.5", status: "DONE" },
		]);
	});

	it("pays nothing when one row is bad, and the corrected file later", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nunknown,10,\n",
		);
		const refused = await file.run();
		expect(refused.exitCode).toBe(2);
		expect(refused.errors).toContain("line 3: no invoice has this id");
		expect(await dueOf(world, "inv-0")).toBe("100");
		file.write("slug,amount,utr\ninv-0,10,\n");
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("--skip-bad-rows pays the others and is 1", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nunknown,10,\ninv-1,x,\n",
		);
		expect((await file.run(["--skip-bad-rows"])).exitCode).toBe(1);
		expect(file.results().map(({ status }) => status)).toEqual([
			"DONE",
			"INVALID",
			"INVALID",
		]);
	});

	it("refuses rows that repeat a slug and UTR, unless --allow-repeats is given", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\ninv-0,10,\n",
		);
		const refused = await file.run();
		expect(refused.exitCode).toBe(2);
		expect(refused.errors).toContain("line 3 has the same invoice and no UTR");
		expect(await dueOf(world, "inv-0")).toBe("100");
		expect((await file.run(["--allow-repeats"])).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("80");
	});

	it("run again after its end, pays nothing and has the same results", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		await file.run();
		const results = file.results();
		const { exitCode, sent } = await file.run();
		expect(exitCode).toBe(0);
		expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
		expect(file.results()).toEqual(results);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("sends a row again while another action holds the invoice's lock", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nlocked,10,\n",
		);
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect(await dueOf(world, "locked")).toBe("90");
	});

	it("is 1 when the lock is held longer; a later run pays the row", async () => {
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nlong-locked,10,\n",
		);
		expect((await file.run()).exitCode).toBe(1);
		expect(file.results()[1]).toMatchObject({
			status: "SKIPPED",
			reason: "LOCK_HELD",
		});
		passSeconds(world, 3_600);
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect(await dueOf(world, "long-locked")).toBe("90");
	});

	it("sends a row whose outcome was lost again when no copy of the request can be carried out any more", async () => {
		leaveEndUnstored(world);
		const file = paymentsFileIn(
			world,
			"slug,amount,utr\ninv-0,10,\nlocked,10,\n",
		);
		const sentAt: number[] = [];
		const { exitCode } = await file.run([], {
			faultOf: (_, { method }) => {
				if (method === "GET") return undefined;
				sentAt.push(world.time.now.getTime());
				return sentAt.length === 1 ? "DROP_ANSWER" : undefined;
			},
		});
		expect(exitCode).toBe(0);
		const [first = 0, second = 0] = sentAt;
		expect(sentAt).toHaveLength(2);
		expect(second - first).toBeGreaterThan(5 * 60_000);
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect(await dueOf(world, "locked")).toBe("90");
	});

	it("stops when requests to pay are never answered, and leaves the outcome to the next run", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		let requests = 0;
		const stopped = await file.run([], {
			faultOf: (_, { method }) => {
				if (method === "GET") return undefined;
				requests += 1;
				// A run that goes on and on pays in the end, and fails below.
				return requests < 500 ? "DROP_REQUEST" : undefined;
			},
		});
		expect(stopped.exitCode).toBe(4);
		expect(stopped.errors).toContain("Run the same command again");
		expect(file.results()[0]).toMatchObject({ status: "OPEN" });
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("learns nothing from the records while a copy that was sent lately may be on its way", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const runKilledWhileSending = async () => {
			const run = await file.run([], { process: mortal(3, "HALFWAY") });
			expect(run.sent.map(({ method }) => method)).toContain("POST");
			return run;
		};
		await runKilledWhileSending();
		passSeconds(world, 22.98 * 3_600);
		const again = await runKilledWhileSending();
		passSeconds(world, 120);
		const { exitCode } = await file.run(["--resume"], {
			onPause: again.deliverLate,
		});
		await again.deliverLate();
		expect(exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("names what is wrong in a few hundred characters, however long the option is", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const { exitCode, errors } = await file.run([
			"--url",
			`x${"y".repeat(20_000)}`,
		]);
		expect(exitCode).toBe(2);
		expect(errors).toMatch(/^--url xy+…y+: must be a URL/);
		expect(errors.length).toBeLessThan(600);
	});

	it("is refused for a result file, which would pay its rows once more", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		await file.run();
		file.write(readFileSync(file.path.replace(/csv$/, "results.csv"), "utf8"));
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain("This is a result file");
	});

	it("pays nothing when the results cannot be written", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		for (const path of [dirname(file.path), `${file.path}.none/results.csv`]) {
			const { exitCode, errors } = await file.run(["--results", path]);
			expect(exitCode).toBe(2);
			expect(errors).toContain(`The result file ${path} cannot be opened: `);
		}
		expect(await dueOf(world, "inv-0")).toBe("100");
	});

	it("pays nothing when the journal cannot be written", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		mkdirSync(`${file.path}.journal`);
		const { exitCode, errors } = await file.run();
		expect(exitCode).toBe(2);
		expect(errors).toContain(
			`The journal ${file.path}.journal cannot be opened`,
		);
	});

	it("tells the sums and ends as usual when the results cannot be written any more", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const path = `${file.path}.folder`;
		const { exitCode, output, errors } = await file.run(["--results", path], {
			faultOf(_, { method }) {
				if (method === "POST") mkdirSync(path);
				return undefined;
			},
		});
		expect(exitCode).toBe(0);
		expect(output).toContain("Paid: 1 row");
		expect(errors).toContain(`The results could not be written to ${path}`);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("never writes the results over the file or its journal", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		for (const path of [file.path, `${file.path}.journal`]) {
			const { exitCode, errors } = await file.run(["--results", path]);
			expect(exitCode).toBe(2);
			expect(errors).toContain("names a file of the run itself");
		}
	});

	it("waits for a batch that is running", async () => {
		const resources = Array.from({ length: batchMin }, (_, index) => ({
			slug: `inv-${index}`,
			amount: 1,
		}));
		await startBatch(world, resources);
		// A list is sure to show what was stored two seconds before it.
		passSeconds(world, 5);
		const rows = resources.map(({ slug }) => `${slug},10`);
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
		const { exitCode, output } = await file.run();
		expect(exitCode).toBe(0);
		expect(output).toContain("Waiting for the batch");
		expect(await dueOf(world, "inv-100")).toBe("89");
	});

	it("waits when the web application runs a batch, which no list shows", async () => {
		const rows = Array.from(
			{ length: batchMin },
			(_, index) => `inv-${index},10`,
		);
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
		let pauses = 0;
		await holdBatchGuard(world.table, "acme", "web");
		const { exitCode, output } = await file.run([], {
			onPause: async () => {
				pauses++;
				if (pauses === 4) await releaseBatchGuard(world.table, "acme");
			},
		});
		expect(exitCode).toBe(0);
		expect(output).toContain("Waiting for a batch of the organization");
		expect(await dueOf(world, "inv-100")).toBe("90");
	});
});

describe("11.4: a run that the user stops", () => {
	it("is 130 and leaves the outcome to the next run", async () => {
		const rows = Array.from(
			{ length: batchMin },
			(_, index) => `inv-${index},10`,
		);
		const file = paymentsFileIn(world, `slug,amount,utr\n${rows.join(",\n")},`);
		const stopped = await file.run([], {
			onPause: async () => {
				throw new InterruptedError("Interrupted");
			},
		});
		expect(stopped.exitCode).toBe(130);
		expect(file.results()[0]).toMatchObject({ status: "OPEN" });
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-100")).toBe("90");
	});
});

describe("11.4: two runs of one file", () => {
	it("are refused while the process of the first one runs", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		let second: Awaited<ReturnType<typeof file.run>> | undefined;
		const first = await file.run([], {
			// The request to pay, and the query for its outcome.
			faultOf: (exchange) =>
				exchange === 3 || exchange === 4 ? "DROP_REQUEST" : undefined,
			onPause: async () => {
				second ??= await file.run();
			},
		});
		expect(first.exitCode).toBe(0);
		expect(second?.exitCode).toBe(4);
		expect(second?.errors).toContain(
			"Another run works on this file: a run on this computer since",
		);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("pay each row once even if the lock is lost", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		let second: Awaited<ReturnType<typeof file.run>> | undefined;
		const first = await file.run([], {
			// The request to pay, and the query for its outcome.
			faultOf: (exchange) =>
				exchange === 3 || exchange === 4 ? "DROP_REQUEST" : undefined,
			onPause: async () => {
				if (second) return;
				rmSync(`${file.path}.lock`);
				second = await file.run();
			},
		});
		expect(second?.exitCode).toBe(0);
		expect(first.exitCode).toBe(4);
		expect(first.errors).toContain("Another process works on this file");
		expect(await dueOf(world, "inv-0")).toBe("90");
		expect((await file.run()).exitCode).toBe(0);
		expect(await dueOf(world, "inv-0")).toBe("90");
	});

	it("follow each other when the first one was killed", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		writeFileSync(
			`${file.path}.lock`,
			JSON.stringify({
				pid: 2 ** 22 + 1,
				host: hostname(),
				since: "",
			}),
		);
		expect((await file.run()).exitCode).toBe(0);
	});
});

describe("11.4: an API key that may not", () => {
	it("read the organization is reported", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		const { exitCode, errors } = await file.run([], {
			apiKey: "payments-only-key",
		});
		expect(exitCode).toBe(4);
		expect(errors).toContain(
			"The API key lacks the permission organization:read",
		);
	});

	it("be used is never in the journal or the results", async () => {
		const file = paymentsFileIn(world, "slug,amount,utr\ninv-0,10,\n");
		await file.run();
		const written = [
			file.journal(),
			readFileSync(file.path.replace(/csv$/, "results.csv"), "utf8"),
		].join();
		expect(written).not.toContain("acme-admin-key");
	});
});
