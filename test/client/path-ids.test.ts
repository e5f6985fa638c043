import { describe, expect, it, onTestFinished } from "vitest";
import { path } from "../../client/src/http/path.ts";
import { acme } from "../support/acme.ts";
import { openWorld, type World } from "../support/world.ts";
import { openClient } from "./support/world-client.ts";

describe("R1: an id in a path", () => {
	it.each([
		["inv-1_2.A", "inv-1_2.A"],
		["01M7Y0C0S90BM67ASB78DYHHM5", "01M7Y0C0S90BM67ASB78DYHHM5"],
		["..a", "..a"],
		["INV/2026-27/001", "~SU5WLzIwMjYtMjcvMDAx"],
		["A?1", "~QT8x"],
		["s/1 ?%ü#~", "~cy8xID8lw7wjfg"],
		["~QT8x", "~flFUOHg"],
		[".", "~Lg"],
		["..", "~Li4"],
		["a\n", "~YQo"],
		["😀", "~8J-YgA"],
		// The gateway has no route for it.
		["", ""],
	])("%j is sent as %s", (id, segment) => {
		expect(path`/v1.0/invoice/${id}/payments`).toBe(
			`/v1.0/invoice/${segment}/payments`,
		);
	});

	it("that has no UTF-8 is not sent: it would be another id", () => {
		expect(() => path`/v1.0/invoice/${"A\ud800"}`).toThrow(URIError);
	});
});

const slashed = "INV/2026-27/001";
const questioned = "A?1";

describe.each([
	["decodes a path before it routes it", false],
	["also cuts it at a decoded question mark", true],
])("behind a gateway that %s", (_, cutsAtQuestionMark) => {
	async function openWorldBehindGateway(state = "APPROVED"): Promise<World> {
		const world = await openWorld();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const invoices = [slashed, "A", questioned, "x"].map((slug) => ({
			slug,
			vendorId: "v/1?",
			state,
			amount: 100,
		}));
		const vendors = [{ id: "v/1?", name: "Steel Traders" }];
		await world.import(acme({ invoices, vendors }));
		return {
			...world,
			send: (method, url, body, options) =>
				world.send(method, url, body, { ...options, cutsAtQuestionMark }),
		};
	}

	it.each([slashed, questioned])(
		"R1: the invoice %s is read, changed and paid, and its payments are listed",
		async (id) => {
			const { client } = openClient(await openWorldBehindGateway("DRAFTED"));
			expect(await client.getInvoice(id)).toMatchObject({ id, version: 1 });
			const changed = await client.updateInvoice(id, { state: "APPROVED" });
			expect(changed).toMatchObject({ id, version: 2 });
			const outcome = await client.payOnce([{ slug: id, amount: 40 }]);
			expect(outcome).toMatchObject({ status: "SETTLED" });
			const amounts: number[] = [];
			for await (const { amount } of client.listInvoicePayments(id))
				amounts.push(amount);
			expect(amounts).toEqual([40]);
			expect(await client.getVendor("v/1?")).toMatchObject({
				vendorId: "v/1?",
			});
		},
	);

	it("R1: a change of one invoice changes no other", async () => {
		const world = await openWorldBehindGateway();
		const { client } = openClient(world);
		await client.updateInvoice(questioned, { state: "VOID" });
		expect(await client.getInvoice(questioned)).toMatchObject({
			state: "VOID",
		});
		expect(await client.getInvoice("A")).toMatchObject({ state: "APPROVED" });
	});

	it("R1: an id that ends like another route does not reach that route", async () => {
		const world = await openWorldBehindGateway();
		const { client } = openClient(world);
		await expect(client.getInvoice("x/payments")).rejects.toMatchObject({
			code: "INVOICE_NOT_FOUND",
		});
	});
});
