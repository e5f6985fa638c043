import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { toCsvFile } from "../../client/src/payment-file/write/csv-file.ts";
import {
	checkFile,
	csvFile,
	goToRelease,
	release,
	signInAs,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

interface Invoice {
	due: number;
	amount: number;
}

const invoice = (id: string) => service.read<Invoice>(`/v1.0/invoice/${id}`);

interface Run {
	runId: string;
	name: string;
	state: string;
}

const runsNamed = async (name: string) =>
	(
		await service.read<{ items: Run[] }>("/v1.0/payment/run?limit=100")
	).items.filter((run) => run.name === name);

/** A file with one payment for each of a few invoices. */
const fileOf = (name: string, numbers: readonly number[], amount = "1.50") =>
	csvFile(
		name,
		toCsvFile([
			["Invoice id", "Amount", "UTR"],
			...numbers.map((number) => [
				`inv-l-${String(number).padStart(4, "0")}`,
				amount,
				`UTR-${name}-${number}`,
			]),
		]),
	);

/** Lets a request reach the service, and loses its answer. */
async function loseAnswer(route: Route) {
	await route.fetch();
	await route.abort("connectionreset");
}

describe.each([
	["creates the run", "POST", /\/v1\.0\/payment\/run$/],
	["checks the run", "GET", /\/check(\?|$)/],
	["releases the run", "POST", /\/release$/],
	["follows the payments", "GET", /\/mark-as-paid\/[^/]+(\?|$)/],
])("the answer to the request that %s", (name, method, pattern) => {
	it("is lost: it is asked for again, and each invoice is paid once", async () => {
		const { page } = await service.open("payer", "pay");
		const numbers = [1, 2, 3];
		const before = await Promise.all(
			numbers.map((number) => invoice(`inv-l-000${number}`)),
		);
		let lost = 0;
		await page.route(pattern, async (route) => {
			if (route.request().method() !== method || lost > 0)
				return route.continue();
			lost += 1;
			return loseAnswer(route);
		});
		const file = fileOf(`${name.replaceAll(" ", "-")}.csv`, numbers);
		await checkFile(page, file);
		await goToRelease(page);
		await release(page);
		await page.getByText("Download as Excel").waitFor();
		expect(lost).toBe(1);
		for (const [index, number] of numbers.entries())
			expect((await invoice(`inv-l-000${number}`)).due).toBe(
				(before[index]?.due ?? 0) - 1.5,
			);
		expect((await runsNamed(file.name)).map(({ state }) => state)).toEqual([
			"RELEASED",
		]);
	});
});

it("the answer to the discard of a former run is lost: nothing is released before it has gone", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("discard.csv", [4, 5], "600000");
	await checkFile(page, file);
	await page.getByRole("button", { name: /^Correct row 2/ }).click();
	await page.getByLabel("Amount", { exact: true }).fill("2");
	await page.getByRole("button", { name: "Save row 2" }).click();
	let isLost = false;
	await page.route(/\/discard$/, async (route) => {
		if (isLost) return route.continue();
		isLost = true;
		return loseAnswer(route);
	});
	await page.getByRole("button", { name: "Check again" }).click();
	await page
		.getByRole("button", { name: "Leave 1 out and check again" })
		.click();
	await goToRelease(page);
	await release(page);
	await page.getByText("Download as Excel").waitFor();
	expect(
		(await runsNamed(file.name)).map(({ state }) => state).toSorted(),
	).toEqual(["DISCARDED", "DISCARDED", "RELEASED"]);
});

it("the tab is closed after the check: the same file leads to the same run", async () => {
	const file = fileOf("closed.csv", [6]);
	const first = await service.open("payer", "pay");
	await checkFile(first.page, file);
	await first.page
		.getByRole("button", { name: "Go on to the release" })
		.waitFor();
	await first.page.close();
	const { page } = await service.open("director", "pay");
	await checkFile(page, file);
	await page.getByText("This list was prepared before").waitFor();
	expect(await runsNamed(file.name)).toHaveLength(1);
});

it("the service is killed between the release and the results: the page goes on when it is back, and nothing is paid twice", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf(
		"killed.csv",
		Array.from({ length: 90 }, (_, index) => index + 1),
	);
	const { due } = await invoice("inv-l-0010");
	await checkFile(page, file);
	await goToRelease(page);
	await release(page);
	await page.waitForURL(/\/runs\//);
	await service.whileDown(async () => {
		await page
			.getByText(/The service does not answer|cannot answer at the moment/)
			.waitFor();
	});
	await page.getByText("Download as Excel").waitFor();
	expect((await invoice("inv-l-0010")).due).toBe(due - 1.5);
});

it("the session ends in the middle: the person signs in again in a window of its own, and goes on where they were", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("session.csv", [7]);
	await page.setInputFiles("input[type=file]", file);
	await page.context().clearCookies();
	await page.getByRole("button", { name: "Check the payments" }).click();
	await page.getByText("Your session has ended").waitFor();
	const opening = page.context().waitForEvent("page");
	await page.getByRole("button", { name: "Sign in" }).click();
	const signIn = await opening;
	await signInAs(signIn, "payer");
	await page.getByText("1 payment to 1 vendor").waitFor();
	expect(signIn.isClosed()).toBe(true);
});

it("an address that somebody sent leads to the sign-in first, and then to its page", async () => {
	const { page } = await service.open("payer");
	await page.context().clearCookies();
	await page.goto(`${service.url}/console/org/demo/invoices?view=all`);
	await signInAs(page, "payer");
	await page.getByRole("heading", { name: "Invoices", exact: true }).waitFor();
	expect(page.url()).toBe(`${service.url}/console/org/demo/invoices?view=all`);
});

it("a release long after signing in asks the person to sign in again, then releases", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("long-ago.csv", [8]);
	await checkFile(page, file);
	await goToRelease(page);
	let isRefused = false;
	await page.route(/\/release$/, async (route) => {
		if (isRefused) return route.continue();
		isRefused = true;
		return route.fulfill({
			status: 403,
			contentType: "application/json",
			body: JSON.stringify({
				ok: false,
				error: {
					code: "REAUTHENTICATION_REQUIRED",
					message: "Sign in again for this",
				},
			}),
		});
	});
	await release(page);
	await page.getByText("Is it still you?").waitFor();
	const opening = page.context().waitForEvent("page");
	await page.getByRole("button", { name: "Sign in" }).click();
	await signInAs(await opening, "payer");
	await page.getByText("Download as Excel").waitFor();
});

it("when somebody else signs in again, nothing is released in their name: the page becomes theirs", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("somebody-else.csv", [9]);
	const { due } = await invoice("inv-l-0009");
	await checkFile(page, file);
	await goToRelease(page);
	await page.context().clearCookies();
	await release(page);
	await page.getByText("Your session has ended").waitFor();
	const opening = page.context().waitForEvent("page");
	await page.getByRole("button", { name: "Sign in" }).click();
	const loading = page.waitForEvent("load");
	await signInAs(await opening, "admin");
	await loading;
	await page.getByRole("button", { name: /^You: Asha/ }).waitFor();
	const [run] = await runsNamed(file.name);
	expect(run?.state).toBe("DRAFT");
	expect((await invoice("inv-l-0009")).due).toBe(due);
});

it("when somebody else signs in in another tab, a page that is open does nothing in their name, and becomes theirs", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("other-tab.csv", [10]);
	await checkFile(page, file);
	await goToRelease(page);
	await page.context().clearCookies();
	const other = await page.context().newPage();
	await other.goto(`${service.url}/console`);
	await signInAs(other, "admin");
	await other.getByRole("button", { name: /^You: Asha/ }).waitFor();
	const loading = page.waitForEvent("load");
	await release(page);
	await loading;
	await page.getByRole("button", { name: /^You: Asha/ }).waitFor();
	const [run] = await runsNamed(file.name);
	expect(run?.state).toBe("DRAFT");
});

it("a page that is open does nothing in the name of somebody who has signed in, though no page of theirs has come up yet", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("not-yet-up.csv", [10]);
	await checkFile(page, file);
	await goToRelease(page);
	await page.context().clearCookies();
	const other = await page.context().newPage();
	await other.route(/\/v1\.0\//, (route) => route.abort());
	await other.goto(`${service.url}/console`);
	await signInAs(other, "admin");
	await other.getByText("The service does not answer").waitFor();
	const loading = page.waitForEvent("load");
	await release(page);
	await loading;
	const [run] = await runsNamed(file.name);
	expect(run?.state).toBe("DRAFT");
});

it("a session is renewed when a key is used, and not more often than every five minutes", async () => {
	const { page } = await service.open("payer", "runs");
	await page.clock.install();
	await page.reload();
	await page.getByRole("button", { name: /^You: / }).waitFor();
	let renewals = 0;
	page.on("request", (request) => {
		if (request.url().endsWith("/console/renew")) renewals += 1;
	});
	await page.clock.fastForward("04:50");
	await page.keyboard.press("Shift");
	await page.clock.fastForward("00:20");
	await page.getByRole("button", { name: /^You: / }).isVisible();
	expect(renewals).toBe(0);
	const renewal = page.waitForResponse(/\/console\/renew$/);
	await page.keyboard.press("Shift");
	expect((await renewal).status()).toBe(200);
	await page.keyboard.press("Shift");
	await page.getByRole("button", { name: /^You: / }).isVisible();
	expect(renewals).toBe(1);
});

it("signing out everywhere after the session has ended asks to sign in first, since other sessions may be open", async () => {
	const { page } = await service.open("payer", "runs");
	// Until then, the page itself asks for something.
	await page.locator(".loading").first().waitFor({ state: "hidden" });
	await page.getByRole("button", { name: /^You: / }).click();
	await page.context().clearCookies();
	await page.getByRole("button", { name: "Sign out everywhere" }).click();
	await page.getByText("Your session has ended").waitFor();
	const opening = page.context().waitForEvent("page");
	await page.getByRole("button", { name: "Sign in" }).click();
	await signInAs(await opening, "payer");
	await page.getByRole("dialog").waitFor({ state: "hidden" });
	await page.getByRole("button", { name: /^You: / }).click();
	await page.getByRole("button", { name: "Sign out everywhere" }).click();
	await page.getByText("You are signed out").waitFor();
});

it("a sign-out that the service did not answer says that the person is still signed in", async () => {
	const { page } = await service.open("payer", "runs");
	await page.route(/\/console\/sign-out$/, (route) =>
		route.fulfill({ status: 503, body: "" }),
	);
	await page.getByRole("button", { name: /^You: / }).click();
	await page.getByRole("button", { name: "Sign out", exact: true }).click();
	await page.getByText("You are still signed in").waitFor();
	await page.unroute(/\/console\/sign-out$/);
	await page.getByRole("button", { name: "Sign out", exact: true }).click();
	await page.getByText("You are signed out").waitFor();
});

it("two tabs release the same run: it is paid once, and both show the results", async () => {
	const { page } = await service.open("payer", "pay");
	const file = fileOf("two-tabs.csv", [9]);
	const { due } = await invoice("inv-l-0009");
	await checkFile(page, file);
	await goToRelease(page);
	const [run] = await runsNamed(file.name);
	const other = await page.context().newPage();
	other.setDefaultTimeout(60_000);
	await other.goto(`${service.url}/console/org/demo/runs/${run?.runId}`);
	await other.getByRole("button", { name: "Release", exact: true }).waitFor();
	await Promise.all([release(page), release(other)]);
	await page.getByText("Download as Excel").waitFor();
	await other.getByText("Download as Excel").waitFor();
	expect((await invoice("inv-l-0009")).due).toBe(due - 1.5);
});
