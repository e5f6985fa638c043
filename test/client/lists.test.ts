import { expect, it } from "vitest";
import { VersionMismatchError } from "../../client/src/index.ts";
import { acme, payableInvoices } from "../support/acme.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { faultAt } from "./support/unreliable-network.ts";
import { openClient } from "./support/world-client.ts";

const world = useSharedWorld(() =>
	acme({
		invoices: [
			...payableInvoices(7),
			{ slug: "inv-paid", state: "APPROVED", amount: 1, due: 0, vendorId: "v" },
		],
	}),
);

it("R1: a list is read to its end, page by page, filtered, and in spite of a lost page", async () => {
	const { client, network } = openClient(world, {
		faultOf: faultAt("DROP_ANSWER", 2),
	});
	const ids: string[] = [];
	for await (const { id, due } of client.listInvoices({
		open: true,
		limit: 3,
	})) {
		expect(due).toBe(100);
		ids.push(id);
	}
	expect(ids.toSorted()).toEqual(payableInvoices(7).map(({ slug }) => slug));
	expect(network.sent.length).toBeGreaterThanOrEqual(4);
	expect(network.sent[0]?.url).toBe("/v1.0/invoice?open=true&limit=3");
});

it("R1: no page is read before it is needed", async () => {
	const { client, network } = openClient(world);
	for await (const _ of client.listInvoices({ limit: 3 })) break;
	expect(network.sent).toHaveLength(1);
});

it("R1: a list does not end at an empty page, which a filter may leave", async () => {
	const pages = [
		{ items: [{ id: "inv-0" }], nextCursor: "1" },
		{ items: [], nextCursor: "2" },
		{ items: [{ id: "inv-1" }], nextCursor: null },
	];
	const { client } = openClient(world, {
		fetch: async () => Response.json({ ok: true, data: pages.shift() }),
	});
	const ids: string[] = [];
	for await (const { id } of client.listInvoices()) ids.push(id);
	expect(ids).toEqual(["inv-0", "inv-1"]);
});

it("R1: the results of a batch are read to their last page", async () => {
	const read: string[] = [];
	const { client } = openClient(world, {
		fetch: async (url) => {
			read.push(new URL(String(url)).search);
			const place = Number(new URL(String(url)).searchParams.get("cursor"));
			const next = place < 2 && { nextCursor: String(place + 1) };
			const data = { status: "DONE", results: [place], ...next };
			return Response.json({ ok: true, data });
		},
	});
	expect(await client.followBatch("batch")).toEqual([0, 1, 2]);
	const pages = ["", "&cursor=1", "&cursor=2"].map(
		(one) => `?limit=1000${one}`,
	);
	expect(read).toEqual(["?limit=1", ...pages]);
});

it("R1: a change that is meant for another version is refused", async () => {
	const { client } = openClient(world);
	const { version } = await client.getInvoice("inv-0");
	const stale = client.updateInvoice(
		"inv-0",
		{ state: "VOID" },
		{ ifVersion: version + 1 },
	);
	await expect(stale).rejects.toBeInstanceOf(VersionMismatchError);
	const changed = await client.updateInvoice(
		"inv-0",
		{ state: "VOID" },
		{ ifVersion: version },
	);
	expect(changed).toMatchObject({ state: "VOID", version: version + 1 });
});
