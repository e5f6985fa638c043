import { beforeAll, describe, expect, it } from "vitest";
import { createDemoRecords } from "../../tools/local/demo-records.ts";
import { useConsole } from "./use-console.ts";

const service = useConsole();

interface Order {
	poId: string;
	poNumber: string;
	state: string;
	description: string | null;
	vendorId: string | null;
}

const orderOf = async (externalId: string) => {
	const { items } = await service.read<{ items: Order[] }>(
		`/v1.0/procurement/purchase-order?externalId=${externalId}`,
	);
	const [order] = items;
	if (!order) throw new Error(`No order ${externalId}`);
	return order;
};

const pageOf = async (externalId: string) =>
	`orders/${(await orderOf(externalId)).poId}`;

beforeAll(() => createDemoRecords(service.url));

describe("the list of orders", () => {
	it("has tabs and filters in the address, and vendors by name", async () => {
		const { page } = await service.open("admin", "orders");
		await page.getByRole("link", { name: "PO-0104" }).waitFor();
		await page.getByRole("link", { name: "Drafts" }).click();
		await page.getByText("No vendor").waitFor();
		expect(await page.getByRole("link", { name: "PO-0104" }).count()).toBe(0);
		await page.getByLabel("Vendor").fill("office needs llp");
		await page.getByLabel("Vendor").press("Enter");
		await page.getByText("1 in all").waitFor();
		const { search } = new URL(page.url());
		expect(search).toBe("?state=DRAFTED&vendorId=v-office");
	});
});

describe("an order", () => {
	it("has its lines with taxes and tags by name, and leads to the advance that holds it", async () => {
		const { page, problems } = await service.open(
			"admin",
			await pageOf("demo-0104"),
		);
		const row = page.getByRole("row", { name: /Rods, hot rolled/ });
		await row.waitFor();
		for (const text of [
			"Project: New hall",
			"₹\u00a028,987.25",
			"GST 18%",
			"₹\u00a01,90,027.50",
		])
			expect(await row.innerText()).toContain(text);
		await page.getByRole("link", { name: "₹\u00a01,62,000.00" }).click();
		await page.getByText("Half of the steel for the new hall").waitFor();
		await page.getByRole("link", { name: "PO-0104" }).click();
		await row.waitFor();
		expect(problems).toEqual([]);
	});
});

describe("a draft", () => {
	it("says what it lacks; what can be filled in is, and the service says what is missing still", async () => {
		const { page } = await service.open("admin", await pageOf("demo-0101"));
		await page.getByText("Line Plates: quantity above 0").waitFor();
		await page.getByLabel("Description").fill("Rods for the workshop");
		await page.getByRole("button", { name: "Activate" }).click();
		await page.getByRole("button", { name: "Yes, activate" }).click();
		await page
			.getByText("It lacks paymentTerms and quantity of the line Plates.")
			.waitFor();
		await page.getByLabel("Description").waitFor({ state: "detached" });
		expect(await orderOf("demo-0101")).toMatchObject({
			state: "DRAFTED",
			description: "Rods for the workshop",
		});
	});

	it("is activated with its vendor by name, once it has everything", async () => {
		const { page } = await service.open(
			"bookkeeper",
			await pageOf("demo-0102"),
		);
		await page.getByLabel("Vendor").fill("Office Needs LLP");
		await page.getByLabel("Payment terms").fill("30 days");
		await page.getByRole("button", { name: "Activate" }).click();
		await page.getByRole("button", { name: "Yes, activate" }).click();
		await page.getByRole("link", { name: "Raise an advance" }).waitFor();
		expect(await orderOf("demo-0102")).toMatchObject({
			state: "APPROVED",
			vendorId: "v-office",
		});
	});

	it("that somebody has activated meanwhile says so, and shows what it is now", async () => {
		const { page } = await service.open("admin", await pageOf("demo-0103"));
		await page.getByText("has everything that it needs").waitFor();
		const { poId } = await orderOf("demo-0103");
		await service.send("PATCH", `/v1.0/procurement/purchase-order/${poId}`, {
			state: "ACTIVE",
		});
		await page.getByRole("button", { name: "Activate" }).click();
		await page.getByRole("button", { name: "Yes, activate" }).click();
		await page.getByText("Approved").first().waitFor();
	});

	it("is only looked at by who may not change orders", async () => {
		const { page } = await service.open("approver", "orders/po-draft");
		await page
			.getByRole("heading", { name: "came with an organization file" })
			.waitFor();
		expect(await page.getByRole("button", { name: "Activate" }).count()).toBe(
			0,
		);
	});
});
