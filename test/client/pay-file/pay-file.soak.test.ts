import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { afterAll, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import { propertySeed } from "../../support/property-seed.ts";
import { randomNumbers } from "../../tools/local/batches/random-numbers.ts";
import { readRecords } from "../../tools/local/batches/recorded-batches.ts";
import { runStack } from "../../tools/local/run-stack.ts";
import { runPay } from "./support/pay-process.ts";

const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** A stack with so many invoices of 100, and the file that pays some of them. */
function setUp(name: string, invoices: number) {
	const organization = join(directory, `${name}.json`);
	const dataDirectory = join(directory, name);
	writeFileSync(
		organization,
		JSON.stringify(acme({ invoices: payableInvoices(invoices) })),
	);
	return {
		dataDirectory,
		stackArgs: [
			...["--port", "0", "--data-dir", dataDirectory],
			...["--org", organization],
		],
	};
}

interface File {
	path: string;
	from: number;
	to: number;
	amount: number;
}

/** Payments of the invoices `from` to `to`. */
function writeFile(file: File) {
	const rows = slugsOf(file).map(
		(slug) => `${slug},${file.amount},UTR-${slug},21/11/2026`,
	);
	writeFileSync(file.path, ["Invoice ID,Amount,UTR,Date", ...rows].join("\n"));
}

const slugsOf = ({ from, to }: File) =>
	Array.from({ length: to - from }, (_, index) => `inv-${from + index}`);

/** Result file and records agree exactly: each row is one payment of its amount, and there is no other. */
async function expectEachPaidOnce(
	dataDirectory: string,
	files: readonly File[],
) {
	const { invoices } = await readRecords(dataDirectory);
	const recorded = invoices.flatMap(({ slug, payments }) =>
		payments.map(({ amount, batch }) => `${slug} ${amount} ${batch}`),
	);
	const reported = files.flatMap((file) => {
		const results: Record<string, string>[] = parse(
			readFileSync(file.path.replace(/csv$/, "results.csv")),
			{ columns: true },
		);
		expect(results.map(({ invoiceId }) => invoiceId)).toEqual(slugsOf(file));
		return results.map(({ invoiceId, amount, status, batch }) => {
			expect(status).toBe("DONE");
			return `${invoiceId} ${amount} ${batch}`;
		});
	});
	expect(recorded.toSorted()).toEqual(reported.toSorted());
	for (const { slug, amount, due, payments } of invoices) {
		const paid = payments.reduce((sum, payment) => sum + payment.amount, 0);
		expect({ slug, sum: paid + due }).toEqual({ slug, sum: amount });
	}
}

/** As many as one request takes. */
const rows = 40_000;

it(`11.4: pays 1,000 rows, and ${rows} in one go`, async () => {
	const to = 1_000 + rows;
	const { dataDirectory, stackArgs } = setUp("rows", to);
	const files = [
		{ path: join(directory, "few.csv"), from: 0, to: 1_000, amount: 12.5 },
		{ path: join(directory, "many.csv"), from: 1_000, to, amount: 100 },
	];
	await using stack = runStack(...stackArgs);
	const url = await stack.ready();
	for (const file of files) {
		writeFile(file);
		const dryRun = await runPay([file.path, "--url", url, "--dry-run"]).ended;
		expect(dryRun).toMatchObject({ exitCode: 0 });
		const run = await runPay([file.path, "--url", url]).ended;
		expect(run).toMatchObject({ exitCode: 0 });
		expect(run.output).toContain(`Paid: ${file.to - file.from} rows`);
	}
	await stack.end("SIGTERM");
	await expectEachPaidOnce(dataDirectory, files);
});

/** How often a run has announced a request in the journal. */
const requestsSent = (path: string) =>
	existsSync(`${path}.journal`)
		? readFileSync(`${path}.journal`, "utf8").split('"type":"sending"').length
		: 0;

it("11.4: killed at random moments and run again, pays each row once", async () => {
	const { dataDirectory, stackArgs } = setUp("kills", 12_000);
	// A part of what is due: a second payment of a row would be accepted.
	const file = {
		path: join(directory, "kills.csv"),
		from: 0,
		to: 12_000,
		amount: 0.5,
	};
	writeFile(file);
	const random = randomNumbers(propertySeed);
	await using stack = runStack(...stackArgs);
	const url = await stack.ready();
	const args = [file.path, "--url", url];
	let kills = 0;
	for (let run = 0; ; run++) {
		const running = runPay(args);
		let hasEnded = false;
		const ended = running.ended.finally(() => {
			hasEnded = true;
		});
		// However slow the machine is, most are killed while a request is under way.
		const sent = run % 4 === 0 ? -1 : requestsSent(file.path);
		while (!hasEnded && requestsSent(file.path) === sent) await setTimeout(20);
		if (run < 12) {
			await setTimeout(random() * 1_500);
			running.kill("SIGKILL");
		}
		const { exitCode, output } = await ended;
		if (exitCode === null) kills++;
		else expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
		if (exitCode === 0) break;
	}
	expect(kills).toBeGreaterThan(2);
	await stack.end("SIGTERM");
	await expectEachPaidOnce(dataDirectory, [file]);
});
