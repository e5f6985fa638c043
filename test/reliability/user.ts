import type {
	DynamoDBBatchResponse,
	DynamoDBRecord,
	SQSBatchResponse,
} from "aws-lambda";
import { deliver, sweep } from "../support/batches.ts";
import { deliverToMailer, deliverToPublisher } from "../support/notify.ts";
import type { Answer, SendOptions, World } from "../support/world.ts";
import type { Process } from "./faults/faulty-process.ts";
import type { Resource, Told } from "./told.ts";

/** Uses the service over one process, and notes what it is told about money. */
export class User {
	readonly world: World;
	readonly process: Process;
	readonly #told: Told;

	constructor(world: World, process: Process, told: Told) {
		this.world = world;
		this.process = process;
		this.#told = told;
	}

	async pay(
		idempotencyKey: string,
		resources: readonly Resource[],
	): Promise<Answer> {
		const request = this.#told.payments.get(idempotencyKey) ?? {
			resources,
			answers: [],
		};
		this.#told.payments.set(idempotencyKey, request);
		const answer = await this.send(
			"POST",
			"/v1.0/payment/mark-as-paid",
			{ resourceType: "INVOICE", resources },
			{ idempotencyKey },
		);
		if (!this.process.isDead()) request.answers.push(answer);
		return answer;
	}

	async raise(idempotencyKey: string, body: object): Promise<Answer> {
		const request = this.#told.advances.get(idempotencyKey) ?? {
			body,
			answers: [],
		};
		this.#told.advances.set(idempotencyKey, request);
		const path = "/v1.0/payment/request/vendor-advance";
		const answer = await this.send("POST", path, body, { idempotencyKey });
		if (!this.process.isDead()) request.answers.push(answer);
		return answer;
	}

	async send(
		method: "GET" | "POST" | "PATCH",
		url: string,
		body?: unknown,
		options: SendOptions = {},
	): Promise<Answer> {
		const { process } = this;
		try {
			return await this.world.send(method, url, body, { ...options, process });
		} catch (error) {
			if (!process.isDead()) this.#told.unanswered.push(error);
			throw error;
		}
	}

	/** The same user over another process. */
	over(process: Process): User {
		return new User(this.world, process, this.#told);
	}

	/** A worker's run. A failed delivery is repeated by the queue. */
	work(bodies: readonly string[]): Promise<SQSBatchResponse> {
		const { table, send } = this.process;
		return deliver(this.world, bodies, table, { send });
	}

	/** A run of the mailer. Its event source mapping delivers a failed record, and all after it, again. */
	async mail(
		records: readonly DynamoDBRecord[],
	): Promise<DynamoDBBatchResponse> {
		for (const record of records) this.#told.mailed.add(record);
		const { process } = this;
		const done = await deliverToMailer(this.world, records, { process });
		if (process.maySendAgain()) this.#told.mayRepeatMails = true;
		return done;
	}

	/** A run of the publisher. Failed records are delivered again, as those of the mailer. */
	publish(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
		for (const record of records) this.#told.published.add(record);
		const { process } = this;
		return deliverToPublisher(this.world, records, { process });
	}

	async sweep() {
		await sweep(this.world, this.process);
	}
}
