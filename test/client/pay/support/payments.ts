import { onTestFinished } from "vitest";
import type { OrganizationFile } from "../../../../tools/organization-files/schema.ts";
import { acme } from "../../../support/acme.ts";
import { openWorld, type World } from "../../../support/world.ts";
import { type Desk, deskIn } from "./pay-in-world.ts";

/** A world with six open invoices of two vendors, and a desk. */
export async function openOffice(
	additions: Partial<OrganizationFile> = {},
): Promise<{ world: World; desk: Desk }> {
	const world = await openWorld();
	onTestFinished(() => world[Symbol.asyncDispose]());
	const invoice = (slug: string, vendorId: string, rest: object = {}) => ({
		slug,
		vendorId,
		invoiceNumber: slug.toUpperCase().replace("-", "/"),
		state: "APPROVED",
		amount: 1_000,
		...rest,
	});
	await world.import(
		acme({
			vendors: [
				{ id: "steel", name: "Steel Traders" },
				{ id: "harbor", name: "Harbor Cloud" },
			],
			invoices: [
				...["st-1", "st-2", "st-3"].map((slug) => invoice(slug, "steel")),
				...["hc-1", "hc-2"].map((slug) => invoice(slug, "harbor")),
				invoice("hc-3", "harbor", { currency: "USD" }),
			],
			...additions,
		}),
	);
	return { world, desk: deskIn(world) };
}

export const headings = "Vendor,Invoice number,Amount,UTR,Payment date";

/** Four payments, all of which can be made. */
export const payments = [
	headings,
	'Steel Traders,ST/1,"1,000.00",UTR1,2026-11-20',
	"Steel Traders,ST/2,400,UTR2,2026-11-20",
	"Harbor Cloud,HC/1,₹ 600.50,UTR3,20-Nov-2026",
	"Harbor Cloud,HC/2,5,UTR4,2026-11-20",
	"",
].join("\n");

/** What each invoice has been paid, by its slug; what has no payment is left out. */
export async function paidOf(world: World): Promise<Record<string, number>> {
	const { body } = await world.get("/v1.0/invoice", "limit=100");
	const items: { id: string; paid: number }[] = body.data.items;
	return Object.fromEntries(
		items.filter(({ paid }) => paid > 0).map(({ id, paid }) => [id, paid]),
	);
}

export const allPaid = { "st-1": 1_000, "st-2": 400, "hc-1": 600.5, "hc-2": 5 };

/** The runs of the organization, newest first, by state. */
export async function runsOf(
	world: World,
): Promise<{ runId: string; state: string; total: number }[]> {
	const { body } = await world.get("/v1.0/payment/run", "limit=100");
	return body.data.items;
}

/** How many requests `pay` sends for the four payments. */
export async function countExchanges(): Promise<number> {
	const { desk } = await openOffice();
	desk.write("a.csv", payments);
	const { sent } = await desk.run(["pay", "a.csv"]);
	return sent.length;
}
