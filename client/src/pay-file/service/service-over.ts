import { ApiError, NoAnswerError, NotFoundError } from "../../http/errors.ts";
import { path } from "../../http/path.ts";
import type { SendOnce } from "../../http/send-once.ts";
import type { SendRepeatedly } from "../../http/send-repeatedly.ts";
import {
	type Attempt,
	type Batch,
	type Invoice,
	type PaymentsService,
	type RecordedPayment,
	type Result,
	ServiceError,
} from "./payments-service.ts";
import { toAnswer } from "./to-answer.ts";
import { toResource } from "./to-resource.ts";

const markAsPaid = "/v1.0/payment/mark-as-paid";

/** The service over HTTP. Reads are repeated; a request to pay is sent once, since the journal must know of each. */
export function serviceOver(
	sendOnce: SendOnce,
	sendRepeatedly: SendRepeatedly,
): PaymentsService {
	const read = async <Data>(
		path: string,
		query: object = {},
		headers: Record<string, string> = {},
	): Promise<Data> => {
		try {
			const request = { method: "GET", path, query, headers } as const;
			const { body } = await sendRepeatedly(request);
			// Unchecked cast: the OpenAPI document gives each answer its shape.
			return body.data as Data;
		} catch (error) {
			throw toServiceError(error, path);
		}
	};
	const find = <Data>(...request: Parameters<typeof read>) =>
		read<Data>(...request).catch((error: unknown) => {
			if (error instanceof RecordNotFoundError) return undefined;
			throw error;
		});
	async function* list<Item>(path: string, query: object = {}) {
		let cursor: string | null | undefined;
		do {
			const page: Page<Item> | undefined = await find(path, {
				...query,
				limit: 100,
				cursor,
			});
			if (!page) return;
			yield page.items;
			cursor = page.nextCursor;
		} while (cursor !== null);
	}

	return {
		organizationId: async () =>
			(await read<{ id: string }>("/v1.0/organization")).id,
		openInvoices: () => list<Invoice>("/v1.0/invoice", { open: true }),
		findInvoice: (id) => find(path`/v1.0/invoice/${id}`),
		paymentsOf: (id) =>
			list<RecordedPayment>(path`/v1.0/invoice/${id}/payments`),
		findAttempt: (key) =>
			find<AttemptRecord>(
				"/v1.0/attempt/mark-as-paid",
				{},
				{ "x-idempotency-key": key },
			).then((attempt) => attempt && toAttempt(attempt)),
		findBatch: (slug) =>
			find<Batch>(path`/v1.0/payment/mark-as-paid/${slug}`, { limit: 1 }),
		async *resultsOf(slug) {
			for (let cursor: string | undefined; ; ) {
				const page: ResultPage = await read(
					path`/v1.0/payment/mark-as-paid/${slug}`,
					{
						cursor,
					},
				);
				yield page.results;
				cursor = page.nextCursor;
				if (cursor === undefined) return;
			}
		},
		async findRunningBatch() {
			const { items } = await read<Page<Batch & { bulkActionSlug: string }>>(
				markAsPaid,
				{ limit: 10 },
			);
			return items.find(({ status }) => status === "PENDING")?.bulkActionSlug;
		},
		async send({ idempotencyKey, payments }) {
			try {
				return toAnswer(
					await sendOnce({
						method: "POST",
						path: markAsPaid,
						headers: { "x-idempotency-key": idempotencyKey },
						body: {
							resourceType: "INVOICE",
							resources: payments.map(toResource),
						},
					}),
				);
			} catch (error) {
				if (!(error instanceof NoAnswerError)) throw error;
				return {
					kind: error.mayHaveArrived ? "unknown" : "later",
					message: error.message,
				};
			}
		},
	};
}

interface Page<Item> {
	items: Item[];
	nextCursor: string | null;
}

interface ResultPage {
	results: Result[];
	nextCursor?: string;
}

interface AttemptRecord extends Omit<Attempt, "results"> {
	results: { status: "RECORDED" | "NOT_RECORDED" }[] | null;
}

function toAttempt({ results, ...attempt }: AttemptRecord): Attempt {
	return {
		...attempt,
		results:
			results?.map(({ status }) => ({ recorded: status === "RECORDED" })) ??
			null,
	};
}

/** The service says that there is no such record; a 404 without a code is the gateway's. */
class RecordNotFoundError extends ServiceError {}

function toServiceError(error: unknown, path: string): unknown {
	if (error instanceof NotFoundError && error.code !== null)
		return new RecordNotFoundError(error.message);
	if (error instanceof ApiError)
		return new ServiceError(`GET ${path}: ${error.message}`, { cause: error });
	if (error instanceof NoAnswerError)
		return new ServiceError(error.message, { cause: error });
	return error;
}
