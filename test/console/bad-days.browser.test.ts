import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
	checkFile,
	csvFile,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

const fileOf = (number: number) =>
	csvFile(
		`bad-day-${number}.csv`,
		`Invoice id,Amount\ninv-l-${String(number).padStart(4, "0")},1.50\n`,
	);

interface Run {
	runId: string;
	name: string;
	state: string;
}

const runsOf = async (number: number) =>
	(await service.read<{ items: Run[] }>("/v1.0/payment/run")).items.filter(
		({ name }) => name === `bad-day-${number}.csv`,
	);

/** Until it is told otherwise, the service answers such requests like this. */
async function answerWith(
	page: Page,
	pattern: RegExp,
	status: number,
	error: object,
) {
	let isOver = false;
	await page.route(pattern, (route) =>
		isOver
			? route.continue()
			: route.fulfill({ status, json: { ok: false, error } }),
	);
	return () => {
		isOver = true;
	};
}

describe.each([
	[429, "Too many requests at the moment", 1],
	[503, "The service cannot answer at the moment", 3],
])("when the service answers %i", (status, title, number) => {
	const refuse = (page: Page, pattern: RegExp) =>
		answerWith(page, pattern, status, { code: null, message: "Not now" });

	it("what a page reads is said to be missing, and comes by itself", async () => {
		const { page } = await service.open("director", "runs?state=DISCARDED");
		await page.locator("main .empty").waitFor();
		const recover = await refuse(page, /\/v1\.0\/payment\/run\?/);
		await page.reload();
		await page.getByText(title).waitFor();
		await page.getByText("This page goes on by itself").waitFor();
		recover();
		await page.locator("main .empty").waitFor();
	});

	it("the console itself opens as soon as it can", async () => {
		const { page } = await service.open("payer", "pay");
		const recover = await refuse(page, /\/v1\.0\//);
		await page.reload();
		await page.getByText(title).waitFor();
		recover();
		await page.getByText("Drop an Excel or CSV file here").waitFor();
	});

	it("the check of a file goes on by itself", async () => {
		const { page } = await service.open("payer", "pay");
		const recover = await refuse(page, /\/check(\?|$)/);
		await checkFile(page, fileOf(number));
		await page.getByText(title).waitFor();
		await page.getByText("This page goes on by itself").waitFor();
		recover();
		await page.getByText("1 payment to 1 vendor").waitFor();
		expect(await page.getByText(title).count()).toBe(0);
	});

	it("a release is not repeated by itself: the person does, and it counts once", async () => {
		const { page } = await service.open("payer", "pay");
		await checkFile(page, fileOf(number + 1));
		await goToRelease(page);
		const recover = await refuse(page, /\/release$/);
		await release(page);
		await page.getByText(title).waitFor();
		await page.getByText(/[Tt]ry again/).waitFor();
		recover();
		await release(page);
		await page.getByText("Download as Excel").waitFor();
		expect((await runsOf(number + 1)).map(({ state }) => state)).toEqual([
			"RELEASED",
		]);
	});
});

it("on a slow network, each page says what it waits for, and nothing can be sent twice", async () => {
	const { page } = await service.open("payer");
	const network = await page.context().newCDPSession(page);
	await network.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 1_200,
		downloadThroughput: 60_000,
		uploadThroughput: 30_000,
	});
	await page.goto(`${service.url}/console/org/demo/pay`);
	await page.getByText("Loading…").waitFor();
	await checkFile(page, fileOf(10));
	await page.getByRole("status").getByRole("progressbar").waitFor();
	expect(await page.locator("main [inert]").count()).toBe(1);
	await goToRelease(page);
	await release(page);
	const sending = page.getByRole("button", { name: "Sending…" });
	await sending.waitFor();
	expect(await sending.getAttribute("aria-disabled")).toBe("true");
	await page.getByText("Download as Excel").waitFor();
	expect(await runsOf(10)).toHaveLength(1);
});

describe("a run that somebody else discards meanwhile", () => {
	it("is not released; on the page of the file, its rows can be checked again", async () => {
		const { page } = await service.open("payer", "pay");
		await checkFile(page, fileOf(11));
		await goToRelease(page);
		const [run] = await runsOf(11);
		await service.change(`/v1.0/payment/run/${run?.runId}/discard`);
		await release(page);
		await page.getByText("has discarded this run").waitFor();
		await page.getByRole("button", { name: "Check again" }).click();
		await goToRelease(page);
		await release(page);
		await page.getByText("Download as Excel").waitFor();
		expect((await runsOf(11)).map(({ state }) => state)).toEqual([
			"RELEASED",
			"DISCARDED",
		]);
	});

	it("is shown as discarded on its own page", async () => {
		const { page } = await service.open("payer", "pay");
		await checkFile(page, fileOf(12));
		await page.getByRole("button", { name: "Go on to the release" }).waitFor();
		const [run] = await runsOf(12);
		await page.goto(`${service.url}/console/org/demo/runs/${run?.runId}`);
		await page.getByRole("button", { name: "Release", exact: true }).waitFor();
		await service.change(`/v1.0/payment/run/${run?.runId}/discard`);
		await release(page);
		await page.getByText("Nothing of this run was paid.").waitFor();
		await page.getByText(/^by Asha/).waitFor();
	});
});

it("a permission that is gone meanwhile is named in the words of the service, next to what was tried", async () => {
	const { page } = await service.open("payer", "pay");
	await checkFile(page, fileOf(13));
	await goToRelease(page);
	await answerWith(page, /\/release$/, 403, {
		code: "ACCESS_DENIED",
		message: "The permission payments:release is missing",
	});
	await release(page);
	const alert = page.locator(".release").getByRole("alert");
	await alert.waitFor();
	expect(await alert.innerText()).toContain(
		"The permission payments:release is missing",
	);
	expect((await runsOf(13)).map(({ state }) => state)).toEqual(["DRAFT"]);
});
