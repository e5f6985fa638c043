import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openFile } from "../../client/src/payment-file/open-file.ts";
import { toCsvFile } from "../../client/src/payment-file/write/csv-file.ts";
import { pressEnterOn, tabTo } from "../tools/reference/keyboard.ts";
import { phone } from "../tools/reference/opened-page.ts";
import {
	checkFile,
	csvFile,
	example,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

interface Invoice {
	due: number;
	amount: number;
}

interface Run {
	runId: string;
	state: string;
	total: number;
	repeatOf: string | null;
}

const runs = async () =>
	(await service.read<{ items: Run[] }>("/v1.0/payment/run")).items;

describe("a clean file", () => {
	it("is dropped, checked, released in one sentence, and paid; its results have its own columns", async () => {
		const { page, problems, origins } = await service.open("payer", "pay");
		await checkFile(page, example("payments.xlsx"));
		await page.getByText("29 payments to 6 vendors").waitFor();
		await page.getByRole("button", { name: "Go on to the release" }).click();
		await page
			.getByText(
				"Record 29 payments to 6 vendors, ₹\u00a07,02,205.00 in all. No money moves between banks.",
			)
			.waitFor();
		await release(page);
		await page.getByText("Download as Excel").waitFor();
		expect(await page.locator(".tile.main").innerText()).toMatch(
			/Paid\s+₹.7,02,205\.00\s+29 payments/,
		);
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: "Download as Excel" }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe("payments.results.xlsx");
		const opened = await openFile(await readFile(await file.path()));
		const sheet = await opened.sheets[0]?.read();
		const [headings, first] = sheet?.rows.map(({ cells }) =>
			cells.map(({ text }) => text),
		) ?? [[], []];
		expect(headings).toEqual([
			...["Vendor", "Invoice number", "Amount", "UTR", "Narration"],
			...["Payment status", "Payment reason", "Payment message", "Payment id"],
		]);
		expect(first?.[0]).toBe("Steel Traders");
		expect(first?.[5]).toBe("DONE");
		const csv = page.waitForEvent("download");
		await page.getByRole("button", { name: "Download as CSV" }).click();
		const lines = await readFile(await (await csv).path(), "utf8");
		expect(lines).toContain('"Narration","Payment status","Payment reason"');
		expect(lines.trimEnd().split("\r\n")).toHaveLength(30);
		expect(
			await service.read<Invoice>("/v1.0/invoice/inv-e-0001"),
		).toMatchObject({ due: 0 });
		expect(problems).toEqual([]);
		expect([...origins]).toEqual([service.url]);
	});

	it("dropped once more, leads to the run that paid it, and pays nothing again", async () => {
		const { page } = await service.open("payer", "pay");
		await checkFile(page, example("payments.xlsx"));
		await page.getByText("These payments were released before").waitFor();
		await page.getByRole("link", { name: "See its results" }).click();
		await page.getByText("29 payments", { exact: true }).waitFor();
		expect(await runs()).toHaveLength(1);
	});
});

it("a check that is not gone on with says that it is kept as a run, and is discarded there or in the list of runs", async () => {
	const { page } = await service.open("payer", "pay");
	const file = csvFile("kept.csv", "Invoice id,Amount\ninv-1001,1\n");
	await checkFile(page, file);
	const kept = page.getByRole("region", { name: "The run of this check" });
	await kept.getByText("waits for its release").waitFor();
	await kept.getByRole("button", { name: "Discard this run" }).click();
	await page.getByRole("button", { name: "Yes, discard" }).click();
	await page.getByText("Drop an Excel or CSV file here").waitFor();

	await checkFile(page, file);
	await kept.waitFor();
	await page.getByRole("link", { name: "Payment runs" }).click();
	const discard = page.getByRole("button", { name: "Discard kept.csv" });
	await discard.click();
	await page.getByRole("button", { name: "Yes, discard" }).click();
	await discard.waitFor({ state: "detached" });
	const { items } = await service.read<{
		items: { name: string; state: string }[];
	}>("/v1.0/payment/run");
	expect(
		items.filter(({ name }) => name === file.name).map(({ state }) => state),
	).toEqual(["DISCARDED", "DISCARDED"]);
});

it("the columns of a file without known headings are asked for, and remembered for the next file like it", async () => {
	const { page } = await service.open("payer", "pay");
	const csv = csvFile(
		"list.csv",
		"Ref,Party,Gross,Net\nST/26-27/0501,Steel Traders,110,100\n",
	);
	await page.setInputFiles("input[type=file]", csv);
	const check = page.getByRole("button", { name: "Check the payments" });
	await page.getByText("Say which column has the amount.").waitFor();
	expect(await check.isDisabled()).toBe(true);
	await page.getByLabel("What is in Net").selectOption("amount");
	await page.getByLabel("What is in Ref").selectOption("invoiceNumber");
	await page.getByLabel("What is in Party").selectOption("vendor");
	expect(await page.getByRole("row", { name: /Gross/ }).innerText()).toContain(
		"1 value is not read",
	);
	await check.click();
	await page.getByText("1 column is not used. Is that right?").waitFor();
	await page.getByText("Gross: 110").waitFor();
	await page.getByRole("button", { name: "Yes, go on without it" }).click();
	await page.getByText("1 payment to 1 vendor").waitFor();
	await page.goto(`${service.url}/console/org/demo/pay`);
	await page.setInputFiles("input[type=file]", csv);
	await page.getByText("as they were for the last file").waitFor();
	expect(await page.getByLabel("What is in Net").inputValue()).toBe("amount");
});

it("the person says which sheet is read, in which row the headings are, and which vendor a name means that nobody has", async () => {
	const { page } = await service.open("payer", "pay");
	await page.setInputFiles(
		"input[type=file]",
		"test/client/payment-file/fixtures/writers/openpyxl.xlsx",
	);
	await page.getByLabel("Sheet").selectOption("Notes");
	await page.getByText("Not read: “Payments”, “Hidden”").waitFor();
	await page.goto(`${service.url}/console/org/demo/pay`);
	await page.setInputFiles(
		"input[type=file]",
		csvFile(
			"week.csv",
			"Payments of week 48,,\nRef,Party,Net\nST/26-27/0501,Steel Tradrs,1\n",
		),
	);
	await page.getByLabel("Headings are in").selectOption("2");
	await page.getByLabel("What is in Net").selectOption("amount");
	await page.getByLabel("What is in Ref").selectOption("invoiceNumber");
	await page.getByLabel("What is in Party").selectOption("vendor");
	await page.getByRole("button", { name: "Check the payments" }).click();
	await page.getByLabel("Vendor for Steel Tradrs").selectOption("v-steel");
	await page.getByRole("button", { name: "Check the payments" }).click();
	await page.getByText("1 payment to 1 vendor").waitFor();
	await page.getByText("Steel Traders").first().waitFor();
});

it("a file with more payments than a run can take is refused with the number that fits", async () => {
	const { page } = await service.open("payer", "pay");
	const rows = Array.from(
		{ length: 60_000 },
		(_, index) => `inv-l-0001,1.00,${"U".repeat(40)}${index}`,
	);
	await checkFile(
		page,
		csvFile("many.csv", ["Invoice id,Amount,UTR", ...rows].join("\n")),
	);
	await page.getByText("These are too many payments for one run").waitFor();
	expect(await page.getByRole("alert").innerText()).toMatch(
		/There are 60,000 payments, and only the first (\d\d,\d{3}) of them fit into one run\. Divide the list into files of at most \1 payments\./,
	);
});

it("a list that somebody has prepared before leads to that run", async () => {
	const list = csvFile("again.csv", "Invoice id,Amount\ninv-l-0052,12\n");
	const first = await service.open("director", "pay");
	await checkFile(first.page, list);
	await first.page.getByText("1 payment to 1 vendor").waitFor();
	const [run] = await runs();
	const { page } = await service.open("payer", "pay");
	await checkFile(page, list);
	await page.getByText(/This list was prepared before, by Farid/).waitFor();
	// The run is not hers to take back.
	const discard = page.getByRole("button", { name: /^Discard/ });
	expect(await discard.count()).toBe(0);
	await page.getByRole("link", { name: "same payment run" }).click();
	await page.getByRole("heading", { name: "again.csv" }).waitFor();
	expect(page.url()).toContain(run?.runId);
	await page.getByRole("link", { name: "Payment runs" }).last().click();
	const row = page.getByRole("row", { name: "again.csv" });
	await row.waitFor();
	expect(await row.getByRole("button", { name: /^Discard/ }).count()).toBe(0);
});

it("on a phone, the long name of a run has a line of its own in the list", async () => {
	const { page } = await service.open("payer", "pay", { viewport: phone });
	const file = csvFile(
		"invoices-of-november.csv",
		"Invoice id,Amount\ninv-l-0053,12\n",
	);
	await checkFile(page, file);
	await page.getByText("1 payment to 1 vendor").waitFor();
	await page.goto(`${service.url}/console/org/demo/runs`);
	const row = page.getByRole("row", { name: file.name });
	const { y = 0, height = 0 } =
		(await row.getByRole("link").boundingBox()) ?? {};
	expect(height).toBeLessThan(30);
	const amount = await row.getByText("12.00").boundingBox();
	expect(amount?.y).toBeGreaterThanOrEqual(y + height);
});

it("rows without a vendor get the one that has the open invoice, once the person says so", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(
		page,
		csvFile("no-vendor.csv", "Invoice number,Amount\nSFC/L053/26,12\n"),
	);
	await page.getByText("Are these the vendors?").waitFor();
	await page
		.getByRole("heading", { name: "Are these the vendors?" })
		.and(page.locator(":focus"))
		.waitFor();
	await page.getByLabel("Yes, these are the vendors").check();
	await page.getByRole("button", { name: "Check the payments" }).click();
	await page.getByText("1 payment to 1 vendor").waitFor();
});

it("rows that repeat an earlier one are left out, unless the person wants them to be paid too", async () => {
	const { page } = await service.open("payer", "pay");
	const row = "inv-l-0054,12,UTR-REPEATED";
	await checkFile(
		page,
		csvFile("repeated.csv", `Invoice id,Amount,UTR\n${row}\n${row}\n`),
	);
	await page.getByText("1 payment to 1 vendor").waitFor();
	await page.getByLabel("Pay these rows too").click();
	await page.getByRole("button", { name: "Check again" }).click();
	await page.getByText("2 payments to 1 vendor").waitFor();
	await page.getByLabel("The same as an earlier row").click();
	await page.getByRole("button", { name: "Check again" }).click();
	await page.getByText("1 payment to 1 vendor").waitFor();
	await goToRelease(page);
	await release(page);
	await page.getByRole("link", { name: "Left out 1" }).click();
	await page.getByText("The same payment is in an earlier row").waitFor();
	await page.getByRole("link", { name: "Not paid 0" }).waitFor();
	// It would prepare a run that pays nothing.
	const again = page.getByRole("button", { name: "Pay what was not paid" });
	expect(await again.count()).toBe(0);
});

it("the open invoices can be had as a file to fill in, which is read without a question", async () => {
	const { page } = await service.open("payer", "pay");
	const download = page.waitForEvent("download");
	await page
		.getByRole("button", { name: "Download the open invoices to fill in" })
		.click();
	const content = await readFile(await (await download).path());
	const sheet = await (await openFile(content)).sheets[0]?.read();
	const [headings = [], ...invoices] =
		sheet?.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
	const one = invoices.find((cells) => cells.includes("inv-l-0060")) ?? [];
	const filled = headings.map((heading, index) =>
		heading === "Amount" ? "1" : (one[index] ?? ""),
	);
	await checkFile(
		page,
		csvFile("filled-in.csv", toCsvFile([headings, filled])),
	);
	await page.getByText("1 payment to 1 vendor").waitFor();
});

it("ten kinds of problems are shown with their rows; rows are corrected in place, left out and checked again, and the former run is discarded", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(page, example("payments-with-problems.xlsx"));
	await page.getByText("Which vendors are these?").waitFor();
	await page.getByRole("button", { name: "Check with these answers" }).click();
	await page.locator(".kind-row").first().waitFor();
	expect(
		(await page.locator(".kind-row").allInnerTexts()).map((text) =>
			text.trim(),
		),
	).toEqual([
		"The amount is not certain 1",
		"The amount is more than is due 1",
		"The currency is another one 1",
		"The payment date cannot be read 1",
		"The invoice is not approved 1",
		"Somebody else works on the invoice 1",
		"There is no such invoice 1",
		"A payment is under way on the platform 1",
		"The UTR is not certain 1",
		"The vendor is not certain 1",
	]);
	const before = await runs();
	await page.getByRole("button", { name: "Use 000502, which is open" }).click();
	await page.getByRole("button", { name: /^Correct row 9/ }).click();
	await page.getByLabel("Amount", { exact: true }).fill("88,0OO.50");
	await page.getByRole("button", { name: "Save row 9" }).click();
	await page
		.getByText(/is not an amount/)
		.last()
		.waitFor();
	await page.getByLabel("Amount", { exact: true }).fill("88,000.50");
	await page.getByRole("button", { name: "Save row 9" }).click();
	await page.getByText("2 rows were changed since the check.").waitFor();
	await page.getByRole("button", { name: "Check again" }).click();
	await page.getByText("8 rows cannot be paid.").waitFor();
	await page
		.getByRole("button", { name: "Leave 8 out and check again" })
		.click();
	await page.getByRole("button", { name: "Go on to the release" }).waitFor();
	expect(await page.locator(".tile.main").innerText()).toMatch(
		/₹.1,31,000\.50\s+4 payments/,
	);
	// The former run goes once the new one is there.
	await page.locator(".busy").waitFor({ state: "detached" });
	const after = await runs();
	const added = after.filter(
		(run) => !before.some(({ runId }) => runId === run.runId),
	);
	expect(added.map(({ state }) => state).toSorted()).toEqual([
		"DISCARDED",
		"DRAFT",
	]);
	const drafts = (all: readonly Run[]) =>
		all.filter(({ state }) => state === "DRAFT").length;
	expect(drafts(after)).toBe(drafts(before));
});

it("a person who leaves all rows out has nothing to release: the run is discarded, also when they go forward in the browser", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(
		page,
		csvFile("nothing-left.csv", "Invoice id,Amount\ninv-l-0050,12\n"),
	);
	await page.getByRole("button", { name: "Go on to the release" }).click();
	await page.getByText("Record 1 payment to 1 vendor").waitFor();
	await page.goBack();
	await page.getByRole("button", { name: /^Leave out row 2/ }).click();
	await page.getByRole("button", { name: "Check again" }).click();
	await page.getByText("Nothing can be paid.").waitFor();
	await page.goForward();
	await page.getByText("Nothing can be paid.").waitFor();
	expect(
		await page.getByRole("button", { name: "Release", exact: true }).count(),
	).toBe(0);
	const [run] = await runs();
	expect(run?.state).toBe("DISCARDED");
});

it("a file is paid with the keyboard alone, and the focus goes to what was asked for", async () => {
	const { page } = await service.open("payer", "pay");
	await tabTo(page, page.locator("input[type=file]"));
	await page.setInputFiles(
		"input[type=file]",
		csvFile("keyboard.csv", "Invoice id,Amount\ninv-l-0051,12\ninv-none,13\n"),
	);
	const button = (name: string | RegExp) => page.getByRole("button", { name });
	await button("Check the payments").waitFor();
	await pressEnterOn(page, button("Check the payments"));
	await button(/^Correct row 3/).waitFor();
	await page
		.getByRole("heading", { name: "Pay a file" })
		.and(page.locator(":focus"))
		.waitFor();
	await pressEnterOn(page, button(/^Correct row 3/));
	await page.getByLabel("Invoice id").and(page.locator(":focus")).waitFor();
	await page.keyboard.press("Escape");
	await pressEnterOn(page, button("Leave 1 out and check again"));
	await button("Go on to the release").waitFor();
	await pressEnterOn(page, button("Go on to the release"));
	await pressEnterOn(
		page,
		page.getByRole("button", { name: "Release", exact: true }),
	);
	await button("Back").and(page.locator(":focus")).waitFor();
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("Enter");
	await page.getByText("Download as Excel").waitFor();
});

it("a run of a large sum is released by a second person, who finds it in their list; it can be stopped, and what was not paid is paid by another run", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(page, example("payments-5000.xlsx"));
	await page.getByRole("button", { name: "Go on to the release" }).click();
	await page.getByRole("button", { name: "Ask for release" }).click();
	const address = await page.getByLabel("Address of the run").inputValue();
	expect(
		await page.getByRole("button", { name: "Release", exact: true }).count(),
	).toBe(0);

	const second = await service.open("director", "runs?state=DRAFT");
	await second.page.getByRole("link", { name: "payments-5000.xlsx" }).click();
	expect(second.page.url()).toBe(address);
	await second.page.getByText("Record 5,000 payments").waitFor();
	await release(second.page);
	await second.page.getByRole("button", { name: "Stop" }).click();
	await second.page.getByRole("button", { name: "Yes, stop" }).click();
	await second.page.getByText("Say why: the reason is recorded.").waitFor();
	await second.page.getByLabel("Reason").fill("The wrong month");
	await second.page.getByRole("button", { name: "Yes, stop" }).click();
	await second.page
		.getByRole("button", { name: "Pay what was not paid" })
		.click();
	await second.page.getByText("what an earlier run did not pay").waitFor();
	await second.page.getByText("Ask for release").waitFor();
	const [repeated] = await runs();
	expect(address).toContain(repeated?.repeatOf);
});

it("chosen payments of a run are reversed with a reason, and shown as reversed from then on", async () => {
	const { page } = await service.open("director", "runs?state=RELEASED");
	await page.getByRole("link", { name: "payments.xlsx", exact: true }).click();
	await page.getByLabel("Choose row 2, ST/26-27/0412").check();
	await page.getByRole("button", { name: "Reverse" }).click();
	await page.getByLabel("Reason").fill("Paid twice at the bank");
	await page.getByRole("button", { name: "Yes, reverse" }).click();
	await page.getByText("Reversed", { exact: true }).waitFor();
	await page.reload();
	await page.getByText("Reversed", { exact: true }).waitFor();
	expect(
		(await service.read<Invoice>("/v1.0/invoice/inv-e-0001")).due,
	).toBeGreaterThan(0);
});
