import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { noteWrite, type Reported } from "../reported.ts";
import { advance, Client, twoChunks, type UserId } from "./client.ts";
import type { FeedReader } from "./feed-reader.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { cfoKeyOf } from "./organizations.ts";
import { payPath } from "./send.ts";
import { signIn } from "./session.ts";

/**
 * What else an organization does: each function of the service has work, and a file is imported. Every request must be
 * answered 200.
 *
 * @param reported Receives what was reported.
 * @param feed Reads on.
 */
export async function doOtherWork(
	stack: Pick<LoadedStack, "url" | "table">,
	organizationId: string,
	{ reported, feed }: { reported: Reported; feed: FeedReader },
) {
	const keys = { "u-admin": organizationId, "u-cfo": cfoKeyOf(organizationId) };
	const client = new Client(stack.url, keys, reported);
	const suffix = randomUUID();
	const batch = await client.startBatch();
	await createRecords(client, suffix);
	await approveAdvance(client);
	const cancelled = await client.raiseAdvance();
	await client.write(`${cancelled}/cancellation`, { reason: "Not needed" });
	await importFile(stack.table, changedFile(organizationId, suffix), reported);
	await client.waitForBatch(batch);
	await reverseNewestPayment(client);
	const stopped = await client.startBatch();
	await client.write(`${stopped}/stop`, { reason: "The wrong file" });
	await client.waitForBatch(stopped);
	await using session = await signIn(stack.url, organizationId);
	const withSession = { ...keys, "u-cfo": session.headers };
	await payByRun(new Client(stack.url, withSession, reported), suffix);
	await feed.readOn(client);
}

/** Creates a record of each kind, and reads some. */
async function createRecords(client: Client, suffix: string) {
	await client.write("/v1.0/vendor", { name: "Paper", vendorId: suffix });
	const { body } = await client.write("/v1.0/invoice/bulk", {
		invoices: Array.from({ length: 10 }, (_, index) => ({
			invoiceNumber: `${suffix}-${index}`,
			vendorId: "v-1",
			amount: 100,
			invoiceDate: "2026-11-01",
		})),
	});
	await client.write("/v1.0/inventory/skus/bulk", {
		skus: [{ name: suffix, itemCode: suffix }],
	});
	await client.write("/v1.0/procurement/purchase-order", {
		...order,
		poNumber: suffix,
	});
	await client.ask(`/v1.0/invoice/${body.data.created[0].id}`);
	await client.ask("/v1.0/invoice?limit=20");
	await client.ask(payPath);
}

const order = {
	lineItems: [{ identifier: "line-1", quantity: 10, rate: 100 }],
	poType: "GOODS",
	matchingType: "TWO_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
};

/** Returns an advance once, and approves it in its second round. */
async function approveAdvance(client: Client) {
	const path = await client.raiseAdvance();
	const decide = (
		decision: "APPROVE" | "RETURN",
		userId: UserId,
		at: { round: number; stage: number },
	) => {
		const body = { decision, note: "Checked", ...at };
		return client.write(`${path}/decision`, body, { userId });
	};
	await decide("APPROVE", "u-admin", { round: 1, stage: 0 });
	const { headers } = await decide("RETURN", "u-cfo", { round: 1, stage: 0 });
	const { etag = "" } = headers;
	await client.write(`${path}/resubmission`, advance, { ifMatch: etag });
	await decide("APPROVE", "u-cfo", { round: 2, stage: 0 });
	await decide("APPROVE", "u-admin", { round: 2, stage: 0 });
	const { body } = await decide("APPROVE", "u-cfo", { round: 2, stage: 1 });
	expect(body).toMatchObject({ data: { state: "APPROVED" } });
}

/** One list is discarded, and the same list is then released by a second person, with what it leaves out. */
async function payByRun(client: Client, suffix: string) {
	const path = "/v1.0/payment/run";
	const list = {
		name: suffix,
		resourceType: "INVOICE",
		resources: [...twoChunks, ...twoChunks.slice(0, 2)].map((one, index) => ({
			...one,
			utr: `${suffix}-${index % twoChunks.length}`,
		})),
		leaveOut: ["REPEATED"],
	};
	const prepare = async () => {
		const { body } = await client.write(path, list);
		return `${path}/${body.data.runId}`;
	};
	await client.write(`${await prepare()}/discard`, {});
	const run = await prepare();
	await client.ask(`${run}/check`);
	const ofCfo = { userId: "u-cfo" } as const;
	const { body } = await client.write(`${run}/release`, {}, ofCfo);
	await client.waitForBatch(`${payPath}/${body.data.runId}`);
}

async function importFile(
	table: LoadedStack["table"],
	file: OrganizationFile,
	reported: Reported,
) {
	await noteWrite(reported, { kind: "import", file }, async () => {
		await importOrganization(table, file, new Date());
		return true as const;
	});
}

/** A vendor renamed, and 20 new invoices. */
const changedFile = (id: string, suffix: string): OrganizationFile => ({
	org: { id },
	vendors: [{ id: "v-2", name: `Paper Traders ${suffix}` }],
	invoices: Array.from({ length: 20 }, (_, index) => ({
		slug: `${suffix}-${index}`,
		vendorId: "v-2",
		state: "APPROVED",
		amount: 100,
	})),
});

async function reverseNewestPayment(client: Client) {
	const path = "/v1.0/invoice/hot-0/payments";
	const { body } = await client.ask(`${path}?limit=1`);
	const [{ id }] = body.data.items;
	await client.write(`${path}/${id}/reversal`, { reason: "Paid twice" });
}
