import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { measure } from "../tools/reference/measured-page.ts";
import { desktop, phone } from "../tools/reference/opened-page.ts";
import { expectAccessible } from "./mail-link/use-page.ts";
import { raiseAdvance } from "./raise-advance.ts";
import {
	checkFile,
	csvFile,
	example,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

const looks = [
	["390 pixels, light", { viewport: phone, colorScheme: "light" }],
	["390 pixels, dark", { viewport: phone, colorScheme: "dark" }],
	["1,440 pixels, light", { viewport: desktop, colorScheme: "light" }],
	["1,440 pixels, dark", { viewport: desktop, colorScheme: "dark" }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

/** Axe finds nothing, and nothing is wider than the window. */
async function expectSound(page: Page, state: string) {
	await expectAccessible(page);
	const { overflow } = await measure(page);
	expect(overflow, state).toBe(0);
}

/** One payment that can be made, and the same once more. */
function smallFile({ viewport, colorScheme }: (typeof looks)[number][1]) {
	const row = `inv-l-0020,1.50,${colorScheme}-${viewport.width}`;
	return csvFile("small.csv", `Invoice id,Amount,UTR\n${row}\n${row}\n`);
}

/** The service answers that half of a run is still to be done, until it is told otherwise. */
async function stayPending(page: Page) {
	let isOver = false;
	await page.route(/\/mark-as-paid\/[^/]+\?/, async (route) => {
		if (isOver) return route.continue();
		const response = await route.fetch();
		const { data } = await response.json();
		return route.fulfill({
			response,
			json: { ok: true, data: { ...data, status: "PENDING", processed: 1 } },
		});
	});
	return () => {
		isOver = true;
	};
}

let advance: Promise<string> | undefined;

describe.each(looks)("%s", (_, look) => {
	it("every step of paying a file is accessible, and fits", async () => {
		const { page, problems } = await service.open("payer", "pay", look);
		await page.getByText("Drop an Excel or CSV file here").waitFor();
		await expectSound(page, "file");
		await checkFile(page, example("payments-with-problems.xlsx"));
		await page.getByText("Which vendors are these?").waitFor();
		await expectSound(page, "columns and questions");
		await page
			.getByRole("button", { name: "Check with these answers" })
			.click();
		await page.locator(".kind-row").first().waitFor();
		await expectSound(page, "problems");
		await page.getByRole("button", { name: /^Correct row 9/ }).click();
		await expectSound(page, "a row is corrected");
		await page.getByRole("button", { name: "Cancel" }).click();
		await page
			.getByRole("button", { name: /^Leave \d+ out and check again$/ })
			.click();
		await page.getByRole("button", { name: "Go on to the release" }).click();
		await page.getByText("No money moves between banks.").waitFor();
		await expectSound(page, "release");
		await page.getByRole("button", { name: "Release", exact: true }).click();
		await expectSound(page, "confirmation");
		expect(problems).toEqual([]);
	});

	it("the runs, a run and the approvals are accessible, and fit", async () => {
		const { page, problems } = await service.open("director", "runs", look);
		await page
			.getByRole("link", { name: "payments-with-problems.xlsx" })
			.first()
			.waitFor();
		await expectSound(page, "runs");
		await page.goto(`${service.url}/console/org/demo/runs?state=DISCARDED`);
		await page.locator("main .card").first().waitFor();
		await expectSound(page, "discarded runs");
		await page
			.getByRole("link", { name: "payments-with-problems.xlsx" })
			.first()
			.click();
		await page.getByText("Nothing of this run was paid.").waitFor();
		await page.getByRole("table").waitFor();
		await expectSound(page, "a discarded run");
		await page.goto(`${service.url}/console/org/demo/approvals`);
		await page.getByText("Nothing waits for you").waitFor();
		await expectSound(page, "no approvals");
		await page.getByRole("button", { name: /^You: / }).click();
		await expectSound(page, "the menu");
		await page.goto(
			`${service.url}/console/org/demo/runs/01XXXXXXXXXXXXXXXXXXXXXXXX`,
		);
		await page.getByText("There is no such payment run").waitFor();
		await expectSound(page, "no such run");
		expect(problems).toEqual([]);
	});

	it("the first page, the invoices, one of them and the run that pays it are accessible, and fit", async () => {
		const { page, problems } = await service.open("director", "", look);
		await page.getByText("Overdue", { exact: true }).waitFor();
		await expectSound(page, "home");
		const invoices = `${service.url}/console/org/demo/invoices`;
		await page.goto(`${invoices}?vendorId=v-office`);
		await page.getByLabel("Choose ONL-091").check();
		await expectSound(page, "invoices, one chosen");
		await page.getByRole("button", { name: "Create a run" }).click();
		await page.getByLabel("Name of the run").waitFor();
		await expectSound(page, "a run of invoices");
		await page.goto(`${invoices}?dueBefore=2001-01-01`);
		await page.getByText("No invoice is like this").waitFor();
		await expectSound(page, "no invoices");
		await page.goto(`${invoices}/inv-locked`);
		await page.getByText("Nothing of this invoice was paid.").waitFor();
		await expectSound(page, "an invoice");
		await page.goto(`${invoices}/inv-draft`);
		await page.getByRole("button", { name: "Approve" }).click();
		await page.getByRole("dialog").waitFor();
		await expectSound(page, "an approval");
		await page.goto(`${invoices}/nowhere`);
		await page.getByText("There is no such invoice").waitFor();
		await expectSound(page, "no such invoice");
		expect(problems).toEqual([]);
	});

	it("a run that a second person releases, its progress and its results are accessible, and fit", async () => {
		const asking = await service.open("payer", "pay", look);
		await checkFile(asking.page, example("payments-5000.xlsx"));
		await goToRelease(asking.page);
		await asking.page.getByRole("button", { name: "Ask for release" }).click();
		await expectSound(asking.page, "the address for the second person");
		const address = await asking.page
			.getByLabel("Address of the run")
			.inputValue();

		const { page, problems } = await service.open("director", "pay", look);
		await page.goto(address);
		await page.getByText("Record 5,000 payments").waitFor();
		await expectSound(page, "a run that waits");
		await page.getByRole("button", { name: "Discard this run" }).click();
		await expectSound(page, "the question before a discard");
		await page.goto(`${service.url}/console/org/demo/pay`);
		await checkFile(page, smallFile(look));
		await goToRelease(page);
		const end = await stayPending(page);
		await release(page);
		await page.getByText("1 of 2").waitFor();
		await expectSound(page, "progress");
		await page.getByRole("button", { name: "Stop" }).click();
		await page.getByRole("button", { name: "Yes, stop" }).click();
		await page.getByText("Say why: the reason is recorded.").waitFor();
		await expectSound(page, "a reason is missing");
		await page.getByRole("button", { name: "Back" }).click();
		end();
		await page.getByText("Download as Excel").waitFor();
		await expectSound(page, "results");
		await page.getByRole("checkbox").first().check();
		await page.getByRole("button", { name: "Reverse" }).click();
		await expectSound(page, "the question before a reversal");
		await page.getByRole("button", { name: "Back" }).click();
		await page.getByRole("link", { name: /^Left out/ }).click();
		await page.getByText("The same payment is in an earlier row").waitFor();
		await expectSound(page, "what was left out");
		expect(problems).toEqual([]);
	});

	it("approvals, a request and its decision are accessible, and fit", async () => {
		advance ??= raiseAdvance(service.url, {
			amount: 200_000,
			narration: "Half of the steel for the new hall",
		});
		await advance;
		const { page, problems } = await service.open(
			"approver",
			"approvals",
			look,
		);
		await page.getByRole("checkbox").first().check();
		await expectSound(page, "a chosen request");
		await page.getByRole("link", { name: /to Steel Traders/ }).click();
		await page.getByRole("button", { name: "Reject" }).waitFor();
		await expectSound(page, "a request");
		await page.getByRole("button", { name: "Reject" }).click();
		await page.getByRole("button", { name: "Yes, reject" }).click();
		await page.getByText("Say what has to change").waitFor();
		await expectSound(page, "a note is missing");
		expect(problems).toEqual([]);
	});

	it("what keeps a page from being shown is accessible, and fits", async () => {
		const { page } = await service.open("payer", "runs", look);
		await page.locator("main h1").waitFor();
		await page.route(/\/v1\.0\/payment\/run\?/, (route) =>
			route.fulfill({ status: 503, json: { message: "Service Unavailable" } }),
		);
		await page.reload();
		await page.getByText("The service cannot answer at the moment").waitFor();
		await expectSound(page, "the service is down");
		await page.unrouteAll();
		await page.context().clearCookies();
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByText("Your session has ended").waitFor();
		await expectSound(page, "the session is over");
		await page.goto(`${service.url}/console/signed-out`);
		await page.getByText("You are signed out").waitFor();
		await expectSound(page, "signed out");
	});
});

it("a page that the person may not use says what it needs, and whom to ask", async () => {
	const { page } = await service.open("approver", "pay");
	await page.getByText("You may not use “Pay a file”").waitFor();
	await page.getByText("payments:prepare").waitFor();
	await expectSound(page, "not allowed");
	await page.getByRole("link", { name: "Go to the first page" }).click();
	await page.getByRole("heading", { name: "Home" }).waitFor();
	await page.route("**/v1.0/key", async (route) => {
		const response = await route.fetch();
		const body = await response.json();
		body.data.permissions = [];
		await route.fulfill({ response, json: body });
	});
	await page.goto(`${service.url}/console/org/demo/`);
	await page.getByText("There is nothing for you here yet").waitFor();
	await expectSound(page, "no permission");
});

it("an address that leads nowhere says so without words of the API, and leads on to a page that the person may use", async () => {
	const { page } = await service.open("auditor", "invoices/nowhere");
	const failure = page.getByRole("alert");
	await failure.getByText("There is no such invoice").waitFor();
	expect(await failure.innerText()).not.toContain("GET /");
	await failure.getByRole("link", { name: "Go to the list" }).click();
	await page.getByRole("heading", { name: "Invoices", exact: true }).waitFor();
	for (const path of ["orders/po-large/lines", "nowhere"]) {
		await page.goto(`${service.url}/console/org/demo/${path}`);
		await page.getByText("There is no such page").waitFor();
	}
	await expectSound(page, "no such page");
	await page.getByRole("link", { name: "Go to the first page" }).click();
	await page.getByRole("heading", { name: "Home" }).waitFor();
});
