import type {
	DynamoDBBatchResponse,
	DynamoDBRecord,
	SQSBatchResponse,
} from "aws-lambda";
import {
	lockInvoice,
	unlockInvoice,
} from "../../tools/operator/invoices/lock-invoice.ts";
import { importOrganization } from "../../tools/organization-files/import-organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import {
	type PageAnswer,
	requestPage,
	tokenOf,
} from "../support/approval-page.ts";
import { deliver, sweep } from "../support/batches.ts";
import { deliverToMailer, deliverToPublisher } from "../support/notify.ts";
import { tableContents } from "../support/table-contents.ts";
import type { Answer, SendOptions, World } from "../support/world.ts";
import type { Process } from "./faults/faulty-process.ts";
import { mailsOf } from "./notifications.ts";
import { organizationId, userOfKey } from "./organization.ts";
import {
	noteSent,
	noteWrite,
	type Reported,
	type ReportedRequests,
	type Resource,
	type WriteAction,
} from "./reported.ts";
import type { TransitionName } from "./transitions.ts";

interface Decision {
	decision: string;
	note?: string;
	stage: number;
	round: number;
}

/** Uses the service over one process, and notes what it reports about money. */
export class User {
	readonly world: World;
	readonly process: Process;
	/** Worker, sweeper, mailer or publisher ran: they may leave work to a later run, without an error. */
	mayLeaveWork = false;
	readonly #reported: Reported;

	constructor(world: World, process: Process, reported: Reported) {
		this.world = world;
		this.process = process;
		this.#reported = reported;
	}

	pay(idempotencyKey: string, resources: readonly Resource[]): Promise<Answer> {
		const { payments } = this.#reported;
		const request = noteSent(payments, idempotencyKey, { resources });
		const path = "/v1.0/payment/mark-as-paid";
		const body = { resourceType: "INVOICE", resources };
		return this.#sendUnder(idempotencyKey, request, { path, body });
	}

	stop(bulkActionSlug: string, reason = "the wrong file"): Promise<Answer> {
		const url = `/v1.0/payment/mark-as-paid/${bulkActionSlug}/stop`;
		return this.send("POST", url, { reason });
	}

	raise(idempotencyKey: string, body: object): Promise<Answer> {
		const { advances } = this.#reported;
		const request = noteSent(advances, idempotencyKey, { body });
		const path = "/v1.0/payment/request/vendor-advance";
		return this.#sendUnder(idempotencyKey, request, { path, body });
	}

	async #sendUnder(
		idempotencyKey: string,
		request: ReportedRequests,
		{ path, body }: { path: string; body: object },
	): Promise<Answer> {
		const answer = await this.#send("POST", path, body, { idempotencyKey });
		if (!this.process.isDead()) request.answers.push(answer);
		return answer;
	}

	/** Sends a request. No one gets the answer of a process that died. */
	async send(
		method: "GET" | "POST" | "PATCH",
		url: string,
		body?: unknown,
		options: SendOptions = {},
	): Promise<Answer> {
		const userId = userOfKey(options.key);
		if (method === "GET" || !userId)
			return this.#send(method, url, body, options);
		let answer: Answer | undefined;
		await noteWrite(
			this.#reported,
			{ kind: "request", method, url, body, userId },
			async () => {
				answer = await this.#send(method, url, body, options);
				return this.process.isDead() ? undefined : answer;
			},
		);
		// Unchecked cast: without an answer it has thrown.
		return answer as unknown as Answer;
	}

	async #send(
		method: "GET" | "POST" | "PATCH",
		url: string,
		body: unknown,
		options: SendOptions,
	): Promise<Answer> {
		const { process } = this;
		try {
			return await this.world.send(method, url, body, { ...options, process });
		} catch (error) {
			if (!process.isDead()) this.#reported.unanswered.push(error);
			throw error;
		}
	}

	/** Makes a transition of a payment request (A2 to A5). */
	transit(
		paymentRequestId: string,
		name: TransitionName,
		body: object,
		options: SendOptions = {},
	): Promise<Answer> {
		const url = `/v1.0/payment/request/${paymentRequestId}/${name}`;
		return this.send("POST", url, body, options);
	}

	/** Decides on the page that the approver's mail leads to: the same transition as over the API. */
	async decideFromMail(
		paymentRequestId: string,
		userId: string,
		{ stage, round, ...decision }: Decision,
	): Promise<PageAnswer> {
		const { world, process } = this;
		const token = tokenOf(world, userId);
		const action = {
			...({ kind: "request", method: "POST", userId } as const),
			url: `/v1.0/payment/request/${paymentRequestId}/decision`,
			body: { stage, round, ...decision },
		};
		const path = "/approval/decision";
		const body = { token, ...decision };
		let answer: PageAnswer | undefined;
		await noteWrite(this.#reported, action, async () => {
			answer = await requestPage(world, "POST", path, { body, process });
			return process.isDead() ? undefined : answer;
		});
		// Unchecked cast: without an answer it has thrown.
		return answer as unknown as PageAnswer;
	}

	/** Imports a file, as the operator's command does. */
	import(file: OrganizationFile): Promise<void> {
		const { table } = this.process;
		return this.note({ kind: "import", file }, async () => {
			await importOrganization(table, file, this.world.time.now);
		});
	}

	/** Locks an invoice, as the operator's command does. */
	lock(slug: string, milliseconds: number): Promise<void> {
		const { now } = this.world.time;
		const until = new Date(now.getTime() + milliseconds).toISOString();
		return this.note({ kind: "lock", slug, until }, () =>
			lockInvoice(
				this.process.table,
				{ organizationId, slug },
				{ milliseconds, now },
			),
		);
	}

	/** Takes an invoice's lock away, as the operator's command does. */
	unlock(slug: string): Promise<void> {
		return this.note({ kind: "lock", slug, until: null }, () =>
			unlockInvoice(
				this.process.table,
				{ organizationId, slug },
				this.world.time.now,
			),
		);
	}

	/** Runs a command, and notes the write that it makes. */
	async note<Result>(
		action: WriteAction,
		command: () => Promise<Result>,
	): Promise<Result> {
		let result: Result | undefined;
		await noteWrite(this.#reported, action, async () => {
			result = await command();
			return this.process.isDead() ? undefined : true;
		});
		// Unchecked cast: without a result it has thrown.
		return result as Result;
	}

	/** The same user over another process. */
	over(process: Process): User {
		return new User(this.world, process, this.#reported);
	}

	/** A worker's run. A failed delivery is repeated by the queue. */
	work(bodies: readonly string[]): Promise<SQSBatchResponse> {
		const { table, send } = this.process;
		this.mayLeaveWork = true;
		return deliver(this.world, bodies, table, { send });
	}

	/** A run of the mailer. Its event source mapping delivers a failed record, and all after it, again. */
	async mail(
		records: readonly DynamoDBRecord[],
	): Promise<DynamoDBBatchResponse> {
		const items = await tableContents(this.world);
		for (const record of records)
			this.#reported.mailed.set(record, mailsOf(record, items));
		this.mayLeaveWork = true;
		const { process } = this;
		const done = await deliverToMailer(this.world, records, { process });
		if (process.maySendAgain()) this.#reported.mayRepeatMails = true;
		return done;
	}

	/** A run of the publisher. Failed records are delivered again, as those of the mailer. */
	publish(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
		for (const record of records) this.#reported.published.add(record);
		this.mayLeaveWork = true;
		const { process } = this;
		return deliverToPublisher(this.world, records, { hasFeed: true, process });
	}

	async sweep() {
		this.mayLeaveWork = true;
		await sweep(this.world, this.process);
	}
}
