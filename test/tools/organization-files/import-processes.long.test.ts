import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, expect, it } from "vitest";
import { readAuditRecords } from "../../../shared/organizations/audit-records.store.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { before } from "../../support/aws-gateway/faults/effects.ts";
import type { Effect } from "../../support/aws-gateway/faults/faults.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { operatorArn } from "../../support/fake-sts.ts";
import { orgPath } from "../../support/org-command.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { exported } from "../operator/exported.ts";

const timeout = 120_000;

const file = (rate: number, invoiceNumber: string): OrganizationFile => ({
	org: { id: "acme" },
	gstTaxes: [{ id: 1, name: "GST", rate, rateType: "PERCENTAGE" }],
	skus: [{ name: `SKU ${rate}`, itemCode: "C-1" }],
	invoices: [
		{
			slug: "own-slug",
			vendorId: "v-1",
			invoiceNumber,
			state: "APPROVED",
			amount: rate,
		},
	],
});

/** Which of the files the store shows: it must be the same one in every record. */
async function storedRates() {
	const { gstTaxes, skus, invoices } = await exported(world);
	const names = [...(await tableContents(world)).keys()].filter((key) =>
		/#SKUNAME#|IMPORT$/.test(key),
	);
	return {
		tax: gstTaxes[0].rate,
		sku: skus[0].name,
		amount: invoices[0].amount,
		number: invoices[0].invoiceNumber,
		names,
	};
}

const ratesOf = (rate: number, number: string) => ({
	tax: rate,
	sku: `SKU ${rate}`,
	amount: rate,
	number,
	names: [`ORG#acme#SKUNAME#sku ${rate} SKU`],
});

const world = useWorld(() => acmeWithVendors(file(18, "N-1")));

const directory = mkdtempSync(join(tmpdir(), "imports-"));
const children = new Set<ChildProcess>();
afterEach(() => {
	for (const child of children) child.kill("SIGKILL");
	children.clear();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** `npm run org -- import`, in a process of its own, which the gateway knows by its name. */
function startImport(name: string, contents: OrganizationFile) {
	const path = join(directory, `${name}.json`);
	writeFileSync(path, JSON.stringify(contents));
	const options = [
		"--table",
		world.table.name,
		"--region",
		"ap-south-1",
		"--yes",
	];
	const child = spawn(process.execPath, [orgPath, "import", path, ...options], {
		env: {
			...process.env,
			AWS_ENDPOINT_URL_DYNAMODB: world.gateway.url,
			AWS_ACCESS_KEY_ID: name,
			AWS_SECRET_ACCESS_KEY: "test",
		},
	});
	children.add(child);
	const printed = { stdout: "", stderr: "" };
	child.stdout.on("data", (text) => {
		printed.stdout += text;
	});
	child.stderr.on("data", (text) => {
		printed.stderr += text;
	});
	const ended = once(child, "close").then(([code]) => ({
		code,
		stdout: printed.stdout,
		// Where it acts, and what it warns of, is not what these tests are about.
		stderr: printed.stderr.replaceAll(/^(Acting on|Warning:) [^\n]+\n/gm, ""),
	}));
	return { child, ended };
}

/**
 * Holds one of a process's calls with statements at the gateway.
 *
 * @param calls How many such calls are carried out before.
 */
function holdAt(name: string, calls: number) {
	const [reached, proceeding, landed] = [signal(), signal(), signal()];
	let number = 0;
	const effect: Effect = async (call, forward) => {
		const isWrite = /^(BatchExecuteStatement|ExecuteTransaction)$/;
		if (!isWrite.test(call.operation) || number++ !== calls)
			return forward(call);
		reached.give();
		await proceeding.given;
		const answer = await forward(call);
		landed.give();
		return answer;
	};
	world.gateway.faults.add({ accessKeyId: name, effect });
	return {
		reached: reached.given,
		/** Lets the call take effect. */
		proceed() {
			proceeding.give();
			return landed.given;
		},
	};
}

/** A promise, and the function that fulfils it. */
function signal() {
	let give = () => {};
	const given = new Promise<void>((resolve) => {
		give = resolve;
	});
	return { give, given };
}

it(
	"contract 2: while an import runs, another one ends with one clear line and has written nothing",
	async () => {
		let isHeldUp = true;
		const effect: Effect = async (call, forward) => {
			const isWrite = call.operation === "BatchExecuteStatement";
			if (isWrite && isHeldUp) await setTimeout(1_500);
			return forward(call);
		};
		const seen = new Promise<void>((resolve) => {
			world.gateway.faults.add({
				accessKeyId: "first",
				operation: "BatchExecuteStatement",
				times: 1,
				effect: before(resolve),
			});
		});
		world.gateway.faults.add({ accessKeyId: "first", effect });
		// 500 entries are written at a time: it takes half a minute at least, as long as it is delayed.
		const vendors = Array.from({ length: 10_000 }, (_, index) => ({
			id: `v-${index}`,
			name: "Vendor",
		}));
		const first = startImport("first", { ...file(5, "N-3"), vendors });
		await seen;
		const second = await startImport("second", file(12, "N-2")).ended;
		isHeldUp = false;
		expect(second).toEqual({
			code: 1,
			stdout: "",
			stderr: expect.stringMatching(
				/^[^\n]+second\.json: cannot be imported now: another import of the organization is running \(process \d+ on [^\n]+\)\. Nothing was changed: import the file when that one has ended\n$/,
			),
		});
		expect(second.stderr).toContain(`process ${first.child.pid} on `);
		expect(await first.ended).toMatchObject({ code: 0 });
		expect(await storedRates()).toEqual(ratesOf(5, "N-3"));
	},
	timeout,
);

/** Before its first write, in the middle, and at its last write. */
const everyWrite = [0, 1, 2];

it.each(everyWrite)(
	"contract 2: after `kill -9` of an import (%i writes), the next one does not wait",
	async (calls) => {
		const hold = holdAt("first", calls);
		const first = startImport("first", file(5, "N-3"));
		await hold.reached;
		first.child.kill("SIGKILL");
		await first.ended;
		let looks = 0;
		world.gateway.faults.add({
			accessKeyId: "second",
			operation: "GetItem",
			effect: (call, forward) => {
				looks += 1;
				return forward(call);
			},
		});
		const second = await startImport("second", file(12, "N-2")).ended;
		expect(second).toMatchObject({ code: 0, stderr: "" });
		// What it does not look at is not waited for.
		expect(looks).toBe(0);
		expect(await storedRates()).toEqual(ratesOf(12, "N-2"));
		// What was killed has its record, without an outcome.
		expect(
			await Readable.from(readAuditRecords(world.table, "acme")).toArray(),
		).toMatchObject([
			{ command: "import", outcome: "DONE" },
			{ command: "import", by: operatorArn, outcome: null, counts: null },
		]);
		// The call that was on its way changes nothing any more.
		await hold.proceed();
		expect(await storedRates()).toEqual(ratesOf(12, "N-2"));
	},
	timeout,
);

it.each(everyWrite)(
	"contract 2: an import that is suspended (%i writes) and resumed after another one is as if it had run after that",
	async (calls) => {
		const hold = holdAt("first", calls);
		const first = startImport("first", file(5, "N-3"));
		await hold.reached;
		first.child.kill("SIGSTOP");
		const second = await startImport("second", file(12, "N-2")).ended;
		expect(second).toMatchObject({ code: 0, stderr: "" });
		expect(await storedRates()).toEqual(ratesOf(12, "N-2"));
		await hold.proceed();
		first.child.kill("SIGCONT");
		expect(await first.ended).toMatchObject({ code: 0, stderr: "" });
		expect(await storedRates()).toEqual(ratesOf(5, "N-3"));
	},
	timeout,
);
