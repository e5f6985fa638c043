import { findBatch } from "../../shared/batches/batches.store.ts";
import { toChunks } from "../../shared/batches/chunks/to-chunks.store.ts";
import {
	isAccepted,
	type NumberedResource,
	resourcesSyncMax,
} from "../../shared/batches/payment-batch.ts";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { claimingHandler } from "../../shared/http/claiming-handler.ts";
import { jsonBody } from "../../shared/http/json-body.ts";
import { requireActiveUser } from "../../shared/http/middleware/authorize.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import { claimsIn } from "../claims.ts";
import type { Dependencies } from "../dependencies.ts";
import { markAsPaid } from "./mark-as-paid.ts";
import type { MarkAsPaidBody } from "./schema.ts";
import { validate } from "./schema.validator.js";
import { type ChunkedBody, startBatch } from "./start-batch.ts";

/** `POST /v1.0/payment/mark-as-paid` (spec 4.4) */
export const markAsPaidEndpoint = (
	{ table, pipeline }: Dependencies,
	sendChunks: SendChunks,
) =>
	claimingHandler<ChunkedBody>(
		endpoints.markAsPaid,
		{
			requireAccess: requireActiveUser,
			// Small requests are split too: payments that no item can hold are refused here, so that the claim is INVALID.
			parse: (event) => {
				const body = parseBody(event);
				const { caller, idempotencyKey } = event;
				const payer = { userId: caller.user.id, idempotencyKey };
				return { ...body, chunks: toChunks(toNumbered(body), payer) };
			},
			run: async (body, request) => {
				const own = requestTable(table, request);
				const reply = isBatch(body)
					? startBatch({ ...pipeline, table: own, sendChunks }, body, request)
					: markAsPaid(own, body, request);
				const { outcome, ...rest } = await reply;
				const unknownProperties = countUnknown(body);
				return { ...rest, outcome: { ...outcome, unknownProperties } };
			},
			claims: claimsIn(table, {
				operation: endpoints.markAsPaid.operation,
				toRequest: (body) =>
					isBatch(body)
						? { kind: "BATCH" }
						: { kind: "PAYMENTS", payments: body.resources },
				describe: async (organizationId, bulkActionSlug) => {
					const id = { organizationId, bulkActionSlug };
					const batch = await findBatch(table, id);
					return batch && isAccepted(batch)
						? `The first request started the batch ${bulkActionSlug}`
						: undefined;
				},
			}),
		},
		pipeline,
	);

const parseBody = jsonBody(validate);

/** Copies only the properties of the spec: a resource may have others, of any size. */
const toNumbered = ({ resources }: MarkAsPaidBody): NumberedResource[] =>
	resources.map(({ slug, amount, utr, narration, paymentDate }, position) => ({
		position,
		slug,
		amount,
		utr,
		narration,
		paymentDate,
	}));

const known = new Set(["slug", "amount", "utr", "narration", "paymentDate"]);

/** Counts misspelt properties. The specification allows any property, so only the log line shows them. */
const countUnknown = ({ resources }: MarkAsPaidBody): number =>
	resources.flatMap(Object.keys).filter((name) => !known.has(name)).length;

const isBatch = ({ resources }: MarkAsPaidBody) =>
	resources.length > resourcesSyncMax;
