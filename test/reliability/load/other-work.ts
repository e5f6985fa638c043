import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { importOrganization } from "../../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import type { Answer } from "../../support/world.ts";
import {
	noteSent,
	noteWrite,
	type Reported,
	type Resource,
} from "../reported.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { cfoKeyOf } from "./organizations.ts";
import { payPath, type SendOptions, send } from "./send.ts";

/**
 * What else an organization does: each function of the service has work, and a file is imported. Every request must be
 * answered 200.
 *
 * @param reported Receives what was reported.
 */
export async function doOtherWork(
	stack: Pick<LoadedStack, "url" | "table">,
	organizationId: string,
	reported: Reported,
) {
	const client = new Client(stack.url, organizationId, reported);
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
}

type UserId = "u-admin" | "u-cfo";

/** Sends the requests of an organization's two users, and notes them. */
class Client {
	readonly #url: string;
	readonly #organizationId: string;
	readonly #reported: Reported;

	constructor(url: string, organizationId: string, reported: Reported) {
		this.#url = url;
		this.#organizationId = organizationId;
		this.#reported = reported;
	}

	async ask(
		path: string,
		options: SendOptions = {},
		userId: UserId = "u-admin",
	): Promise<Answer> {
		const id = this.#organizationId;
		const key = userId === "u-cfo" ? cfoKeyOf(id) : id;
		const answer = await send(this.#url, key, path, options);
		expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
		return answer;
	}

	async write(
		url: string,
		body: object,
		{ userId = "u-admin", ifMatch }: { userId?: UserId; ifMatch?: string } = {},
	): Promise<Answer> {
		const action = { kind: "request", method: "POST", url, body } as const;
		const answer = await noteWrite(this.#reported, { ...action, userId }, () =>
			this.ask(url, { body, ...(ifMatch && { ifMatch }) }, userId),
		);
		// Unchecked cast: without an answer it has thrown.
		return answer as Answer;
	}

	/** @returns The path of an advance that two stages have to approve: `u-cfo` and `u-admin`, then `u-cfo`. */
	async raiseAdvance(): Promise<string> {
		const idempotencyKey = randomUUID();
		const { advances } = this.#reported;
		const raised = noteSent(advances, idempotencyKey, { body: advance });
		const path = "/v1.0/payment/request";
		const options = { body: advance, idempotencyKey };
		const answer = await this.ask(`${path}/vendor-advance`, options);
		raised.answers.push(answer);
		return `${path}/${answer.body.data.paymentRequestId}`;
	}

	/** @returns The path of a batch of two chunks. */
	async startBatch(): Promise<string> {
		const idempotencyKey = randomUUID();
		const { payments } = this.#reported;
		const paid = noteSent(payments, idempotencyKey, { resources });
		const body = { resourceType: "INVOICE", resources };
		const answer = await this.ask(payPath, { body, idempotencyKey });
		paid.answers.push(answer);
		return `${payPath}/${answer.body.data.bulkActionSlug}`;
	}

	async waitForBatch(path: string) {
		for (let status = "PENDING"; status !== "DONE"; ) {
			const { body } = await this.ask(`${path}?limit=1`);
			status = body.data.status;
			if (status !== "DONE") await setTimeout(250);
		}
	}
}

const resources: Resource[] = Array.from({ length: 110 }, (_, index) => ({
	slug: `hot-${index % 2}`,
	amount: 0.01,
}));

const advance = { vendorId: "v-1", amount: 100_000 };

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
