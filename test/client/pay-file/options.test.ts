import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	mkdtempSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readApiKey } from "../../../client/src/pay-file/connection.ts";
import { loadFile } from "../../../client/src/pay-file/files.ts";
import type { ReadFile } from "../../../client/src/pay-file/input/file-row.ts";
import { openInvoicesHelp } from "../../../client/src/pay-file/open-invoices.ts";
import { help, readOptions } from "../../../client/src/pay-file/options.ts";
import {
	readReverseOptions,
	reverseHelp,
} from "../../../client/src/pay-file/reverse.ts";
import { readDocument } from "../../docs/markdown.ts";
import { payCommandPath } from "./support/pay-process.ts";

const url = ["--url", "https://api.example.com"];
const refusal = (action: () => unknown) => {
	try {
		action();
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
};

const noMore = (text: string): [string[], string] => [
	["p.csv", "--url", text],
	"no query, fragment or password",
];

const noColumn = (text: string): [string[], string] => [
	["p.csv", ...url, "--columns", text],
	`--columns ${text}: must be <field>=<header>`,
];

const reasonMissing =
	'Say why with --reason "…", in 1 to 500 characters: it stays with the payments';
const reverseUsage =
	"Usage: procurement-payments-client reverse <results.csv> --url <url> --reason <text> [options]";

describe("11.4: options", () => {
	it("are read", () => {
		expect(
			readOptions([
				...["p.csv", "--url", "https://api.example.com/stage/v1.0/"],
				...["--dry-run", "--columns", "slug=Invoice,amount=Paid"],
				...["--columns", "paymentdate=A=B", "--date-format", "day-first"],
				...["--delimiter", "tab", "--skip-bad-rows", "--resume"],
			]),
		).toEqual({
			file: "p.csv",
			url: "https://api.example.com/stage",
			reading: {
				columns: { invoiceId: "Invoice", amount: "Paid", paymentDate: "A=B" },
				dateFormat: "day-first",
				delimiter: "\t",
				allowRepeats: false,
			},
			isDryRun: true,
			skipsBadRows: true,
			isConfirmed: false,
			resumes: true,
		});
		expect(
			readOptions([
				...["p.csv", "--url", "https://x/v1.0/y//", "-y", "--allow-repeats"],
				...["--results", "r.csv", "--api-key-file", "key"],
				...[
					"--columns",
					" SLUG =Invoice, utr =U,amount==",
					"--delimiter",
					"\\t",
				],
			]),
		).toEqual({
			...{ file: "p.csv", url: "https://x/v1.0/y", apiKeyFile: "key" },
			reading: {
				columns: { invoiceId: "Invoice", utr: "U", amount: "=" },
				...{ dateFormat: undefined, delimiter: "\t", allowRepeats: true },
			},
			...{ isDryRun: false, skipsBadRows: false, isConfirmed: true },
			...{ resumes: false, resultFile: "r.csv" },
		});
	});

	it.each([",", ";", "|"])("the delimiter %s is read", (delimiter) => {
		expect(
			readOptions(["p.csv", ...url, "--delimiter", delimiter]),
		).toMatchObject({ reading: { delimiter } });
	});

	it.each([
		[
			["p.csv", ...url, "--dryrun"],
			"Unknown option '--dryrun'. --help lists the options",
		],
		[["p.csv", "--url"], "argument missing"],
		[
			["p.csv"],
			"--url is missing. Usage: procurement-payments-client pay <file> --url <url> [options]",
		],
		[url, "Name the file"],
		[["p.csv", "q.csv", ...url], "not also q.csv"],
		[["p.csv", "--url", "api.example.com"], "must be a URL"],
		[["p.csv", "--url", "ftp://x"], "must be a URL"],
		[["p.csv", "--url", "http://api.example.com"], "must begin with https://"],
		...["https://a:b@x", "https://a@x", "https://:b@x"].map(noMore),
		...["https://x?a=b", "https://x/#a"].map(noMore),
		[
			["p.csv", ...url, "--columns", "invoice=X"],
			"fields are invoiceId, invoiceNumber, ",
		],
		...["slug", "slug= ", "=x", " = "].map(noColumn),
		[
			["p.csv", ...url, "--columns", "invoiceId=A,slug=B"],
			"the invoiceId twice",
		],
		[
			["p.csv", ...url, "--date-format", "dmy"],
			"must be day-first, month-first, year-first",
		],
		[["p.csv", ...url, "--delimiter", "x"], "must be one of"],
		[["p.csv", ...url, "--api-key", "k"], "The API key is never an option"],
		[["p.csv", ...url, "--api-key=k"], "The API key is never an option"],
		[["p.csv", ...url, "--apikey=k"], "The API key is never an option"],
		[["p.csv", ...url, "--x--api-key"], "Unknown option"],
	])("%j: %s", (args, message) => {
		const text = refusal(() => readOptions(args));
		expect(text).toContain(message);
		expect(text).not.toContain("k\n");
	});

	it.each([
		[["r.csv", ...url], reasonMissing],
		[["r.csv", ...url, "--reason", " "], reasonMissing],
		[["r.csv", ...url, "--reason", "x".repeat(501)], reasonMissing],
		[[...url, "--reason", "x"], `Name the result file. ${reverseUsage}`],
		[["r.csv", "--reason", "x"], `--url is missing. ${reverseUsage}`],
	])("of reverse: %j: %s", (args, message) => {
		expect(refusal(() => readReverseOptions(args))).toBe(message);
	});

	it("of reverse: a reason may have 500 characters", () => {
		const reason = "₹😀".repeat(250);
		expect(
			readReverseOptions(["r.csv", ...url, "--reason", ` ${reason} `]),
		).toEqual({
			...{ file: "r.csv", url: "https://api.example.com", reason },
			...{ isDryRun: false, skipsBadRows: false, isConfirmed: false },
			resumes: true,
		});
	});

	it("--help explains each, and the README names no other", () => {
		const named = [
			...readDocument("client/README.md").matchAll(/`(--[a-z-]+)/g),
		]
			.map(([, option = ""]) => option)
			.filter((option) => option !== "--check");
		expect(named).toContain("--dry-run");
		expect(
			named.filter(
				(option) =>
					!`${help}${openInvoicesHelp}${reverseHelp}`.includes(`  ${option} `),
			),
		).toEqual([]);
		expect(readOptions(["--help"])).toBe("help");
		expect(readReverseOptions(["--help"])).toBe("help");
	});
});

it("11.4: a reader that has gone does not change the exit code", async () => {
	const child = spawn(process.execPath, [payCommandPath, "pay", "--help"]);
	child.stdout.destroy();
	let complaint = "";
	child.stderr.on("data", (chunk) => {
		complaint += chunk;
	});
	const [code] = await once(child, "close");
	expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
});

it("11.4: the results are never written over the file, its journal or its lock", async () => {
	const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const path = join(directory, "payments.csv");
	writeFileSync(path, "");
	symlinkSync(path, join(directory, "link"));
	const load = (results: string) => {
		const args = [path, ...url, "--results", join(directory, results)];
		const options = readOptions(args);
		if (options === "help") throw new Error("The help was not asked for");
		const suffixes = { result: ".results", dryRun: ".dry-run" };
		return loadFile(options, suffixes, (bytes) => {
			throw new Error(`${bytes.length} bytes were read`);
		});
	};
	for (const own of [
		"payments.csv",
		"payments.csv.journal",
		"payments.csv.lock",
		"link",
	])
		await expect(load(own)).rejects.toThrow(
			`--results ${join(directory, own)}: names a file of the run itself`,
		);
	await expect(load("other.csv")).rejects.toThrow("0 bytes were read");
});

it("11.4: the files of a run are named after its own and next to it, also when a link leads to it", async () => {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), "pay-file-")));
	onTestFinished(() => rmSync(directory, { recursive: true }));
	const path = join(directory, "payments.csv");
	writeFileSync(path, "");
	symlinkSync(path, join(directory, "link.csv"));
	const options = readOptions([join(directory, "link.csv"), ...url]);
	if (options === "help") throw new Error("The help was not asked for");
	const suffixes = { result: ".results", dryRun: ".dry-run" };
	const load = (file: string, instead?: string, isDryRun = false) =>
		loadFile(
			{ ...options, file, isDryRun },
			{ ...suffixes, ...(instead !== undefined && { instead }) },
			// Unchecked cast: nothing of the content is looked at.
			() => ({}) as ReadFile,
		);
	const stem = join(directory, "payments");
	const own = {
		journalPath: `${path}.journal`,
		lockPath: `${path}.lock`,
		stem,
	};
	expect(await load(join(directory, "link.csv"))).toEqual({
		...own,
		resultPath: `${stem}.results.csv`,
	});
	expect(await load(path, "ents", true)).toEqual({
		...{ ...own, stem: join(directory, "paym") },
		resultPath: join(directory, "paym.dry-run.csv"),
	});
	for (const [name, result] of [
		["A.CSV", "A.results.csv"],
		["a.csv.x", "a.csv.x.results.csv"],
	] as const) {
		writeFileSync(join(directory, name), "");
		const { resultPath } = await load(join(directory, name), "absent");
		expect(resultPath).toBe(join(directory, result));
	}
});

describe("11.4: the API key", () => {
	const variable = "PROCUREMENT_PAYMENTS_API_KEY";
	const bad =
		"has a space or another character that no key has: copy the key again, and nothing else";

	it("comes from the environment, or from a file", () => {
		const directory = mkdtempSync(join(tmpdir(), "pay-file-"));
		onTestFinished(() => rmSync(directory, { recursive: true }));
		const file = join(directory, "key");
		writeFileSync(file, "from-file\n");
		expect(readApiKey(undefined, { [variable]: "from-env" })).toBe("from-env");
		expect(readApiKey(file, { [variable]: "from-env" })).toBe("from-file");
		writeFileSync(file, "\n");
		expect(refusal(() => readApiKey(file, {}))).toBe(
			`--api-key-file ${file}: the file is empty`,
		);
		writeFileSync(file, "a b");
		expect(refusal(() => readApiKey(file, {}))).toBe(
			`The API key in ${file} ${bad}`,
		);
	});

	it("is required", () => {
		expect(refusal(() => readApiKey(undefined, {}))).toBe(
			`The API key is missing: set ${variable}, or name a file with --api-key-file`,
		);
		expect(refusal(() => readApiKey("/no/such/file", {}))).toBe(
			"--api-key-file /no/such/file: the file cannot be read: there is no such file or folder",
		);
		for (const key of ["a b", "₹", "a\x7f"])
			expect(refusal(() => readApiKey(undefined, { [variable]: key }))).toBe(
				`The API key in ${variable} ${bad}`,
			);
		expect(readApiKey(undefined, { [variable]: " !~ " })).toBe("!~");
	});
});
