import { tally } from "../../shared/collections/tally.ts";
import type { LoggedTable } from "../../shared/dynamodb/writes/batch-insert.ts";
import type { RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeeded } from "../../shared/http/response.ts";
import { toDecimal } from "../../shared/money/decimal.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import {
	createSkus,
	type NewSku,
} from "../../shared/skus/create-skus.store.ts";
import { toSkuDetails } from "../../shared/skus/sku.ts";
import type { BulkSkusBody } from "./schema.ts";
import { type SkuFailure, skuFailures } from "./sku-failures.ts";

type RequestedSku = BulkSkusBody["skus"][number];

/** Spec 4.1: creates each SKU independently. `created` and `failed` are in request order. */
export async function bulkSkus(
	store: LoggedTable,
	{ skus }: BulkSkusBody,
	request: RequestContext,
): Promise<Reply> {
	const organizationId = request.caller.organization.id;
	const repeated = repeatedCodes(skus);
	const attempted = skus.filter((sku) => !repeated.has(sku));
	const outcomes = await createSkus(
		store,
		organizationId,
		attempted.map((sku, position) => toNewSku(sku, position, request)),
	);
	const failures = new Map<RequestedSku, SkuFailure>();
	for (const sku of repeated) failures.set(sku, "REPEATED");
	attempted.forEach((sku, position) => {
		const outcome = outcomes[position] ?? "UNKNOWN";
		if (outcome !== "CREATED") failures.set(sku, outcome);
	});
	const data = toData(skus, failures);
	return succeeded(data, {
		created: data.successCount,
		results: tally(skus, (sku) => failures.get(sku) ?? "CREATED"),
	});
}

function toNewSku(
	sku: RequestedSku,
	position: number,
	{ caller, attemptId, now }: RequestContext,
): NewSku {
	return {
		id: `${attemptId}-${position}`,
		sku: {
			...toSkuDetails(sku, toDecimal),
			createdAt: now.toISOString(),
			createdBy: toActor(caller),
		},
	};
}

/** Spec 4.1, `data` */
function toData(
	skus: readonly RequestedSku[],
	failures: ReadonlyMap<RequestedSku, SkuFailure>,
) {
	const created = skus.filter((sku) => !failures.has(sku)).map(toCreatedSku);
	const failed = skus.flatMap((sku) => {
		const failure = failures.get(sku);
		return failure ? [toFailedSku(sku, failure)] : [];
	});
	return {
		total: skus.length,
		successCount: created.length,
		failureCount: failed.length,
		created,
		failed,
	};
}

/** Spec 2.2 */
const toCreatedSku = (sku: RequestedSku) => toSkuDetails(sku, (rate) => rate);

/** Spec 2.3 */
const toFailedSku = (
	{ name, itemCode }: RequestedSku,
	failure: SkuFailure,
) => ({
	name,
	itemCode: itemCode ?? null,
	error: skuFailures[failure](itemCode),
});

/**
 * The SKUs whose item code, compared without case, an earlier SKU of the request has: only the first of each code is
 * created (`skus.md`).
 */
function repeatedCodes<T extends { itemCode?: string | undefined }>(
	skus: readonly T[],
): Set<T> {
	const seen = new Set<string>();
	const repeated = new Set<T>();
	for (const sku of skus) {
		const code = sku.itemCode?.toLowerCase();
		if (code === undefined) continue;
		if (seen.has(code)) repeated.add(sku);
		seen.add(code);
	}
	return repeated;
}
