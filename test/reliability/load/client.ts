import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { Answer } from "../../support/world.ts";
import {
	noteSent,
	noteWrite,
	type Reported,
	type Resource,
} from "../reported.ts";
import { type Credential, payPath, type SendOptions, send } from "./send.ts";

export type UserId = "u-admin" | "u-cfo";

/** Sends the requests of an organization's two users, and notes them. */
export class Client {
	readonly #url: string;
	readonly #credentials: Record<UserId, Credential>;
	readonly #reported: Reported;

	constructor(
		url: string,
		credentials: Record<UserId, Credential>,
		reported: Reported,
	) {
		this.#url = url;
		this.#credentials = credentials;
		this.#reported = reported;
	}

	async ask(
		path: string,
		options: SendOptions = {},
		userId: UserId = "u-admin",
	): Promise<Answer> {
		const credential = this.#credentials[userId];
		const answer = await send(this.#url, credential, path, options);
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
		const paid = noteSent(payments, idempotencyKey, {
			resources: twoChunks,
		});
		const body = { resourceType: "INVOICE", resources: twoChunks };
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

/** Payments that are a batch of two chunks. */
export const twoChunks: Resource[] = Array.from(
	{ length: 110 },
	(_, index) => ({
		slug: `hot-${index % 2}`,
		amount: 0.01,
	}),
);

export const advance = { vendorId: "v-1", amount: 100_000 };
