import { expect, it } from "vitest";
import { phone } from "../tools/reference/opened-page.ts";
import {
	checkFile,
	csvFile,
	goToRelease,
	release,
	useConsole,
} from "./use-console.ts";

const service = useConsole();

it("the first page says what is due; its figures lead to the invoices", async () => {
	const { page, problems } = await service.open("member");
	const overdue = page.getByRole("definition").filter({ hasText: "invoices" });
	const sum = await overdue.first().getByRole("link").textContent();
	await overdue.first().getByRole("link").click();
	await page.getByText(`${sum} due`).waitFor();
	expect(new URL(page.url()).search).toBe("?show=OVERDUE");
	expect(problems).toEqual([]);
});

it("who only reads is led to what can be looked up", async () => {
	const { page } = await service.open("auditor");
	const places = page.getByRole("region", { name: "Look something up" });
	await places.waitFor();
	expect(await places.getByRole("link").allInnerTexts()).toEqual([
		"An invoice and its payments",
		"What was paid together",
		"An advance",
		"A purchase order",
		"A vendor",
	]);
	await places.getByRole("link", { name: "What was paid together" }).click();
	await page
		.getByRole("heading", { name: "Payment runs", exact: true })
		.waitFor();
	expect(new URL(page.url()).search).toBe("?state=RELEASED");

	const member = await service.open("member");
	const own = member.page.getByRole("region", { name: "Look something up" });
	await own.waitFor();
	expect(await own.getByRole("link").allInnerTexts()).toEqual([
		"An invoice and its payments",
		"A vendor",
	]);
});

it("on a phone, an amount stays in one line", async () => {
	const { page } = await service.open("member", "", { viewport: phone });
	const figures = page.getByRole("definition").getByRole("link");
	await figures.first().waitFor();
	for (const figure of await figures.all())
		expect((await figure.boundingBox())?.height).toBeLessThan(40);
});

/** Another person must release it. */
const large = {
	name: "freight.csv",
	mimeType: "text/csv",
	buffer: Buffer.from(
		"Vendor,Invoice number,Amount\n" +
			["L001", "L018", "L040"]
				.map((one) => `Shree Freight Carriers,SFC/${one}/26,500000\n`)
				.join(""),
	),
};

it("a run waits for whoever can release it, and is counted for whoever cannot", async () => {
	const payer = await service.open("payer", "pay");
	await checkFile(payer.page, large);
	await payer.page
		.getByRole("button", { name: "Go on to the release" })
		.waitFor();
	await payer.page.getByRole("link", { name: "Home" }).click();
	await payer.page
		.getByRole("link", { name: "1 run waits for somebody else" })
		.waitFor();
	expect(await payer.page.getByText("Look something up").count()).toBe(0);
	const director = await service.open("director");
	await director.page
		.getByRole("region", { name: "Waiting for your release" })
		.getByRole("link", { name: large.name })
		.click();
	await director.page.getByRole("button", { name: "Release" }).waitFor();
});

it("a batch that is running is shown with its run's name and how far it is", async () => {
	const { page } = await service.open("director", "pay");
	const rows = ["inv-l-0020,1.50", "inv-l-0021,1.50"];
	const file = csvFile("two.csv", `Invoice id,Amount\n${rows.join("\n")}\n`);
	await checkFile(page, file);
	await goToRelease(page);
	await release(page);
	await page.getByText("Download as Excel").waitFor();
	await page.route(/\/mark-as-paid\?/, async (route) => {
		const response = await route.fetch();
		const { data } = await response.json();
		const [latest] = data.items;
		const counts = { ...latest.counts, DONE: 1 };
		const items = [{ ...latest, status: "PENDING", counts }];
		await route.fulfill({ response, json: { ok: true, data: { items } } });
	});
	await page.getByRole("link", { name: "Home" }).click();
	const running = page.getByRole("region", { name: "Being paid now" });
	await running.getByText("1 of 2").waitFor();
	await running.getByRole("link", { name: file.name }).click();
	await page.getByRole("heading", { name: file.name }).waitFor();
});

it("more invoices are due than five requests show: it says so", async () => {
	const { page } = await service.open("member", "invoices");
	const requests: string[] = [];
	await page.route("**/v1.0/invoice?*dueBefore*", async (route) => {
		requests.push(route.request().url());
		const nextCursor = `next-${requests.length}`;
		await route.fulfill({
			json: { ok: true, data: { items: [], nextCursor } },
		});
	});
	await page.getByRole("link", { name: "Home" }).click();
	await page.getByText("and more").first().waitFor();
	expect(requests).toHaveLength(5);
});
