import fc from "fast-check";
import type { FuzzedOperation } from "../operations.ts";
import { validValue } from "../values/valid-value.ts";
import { changedValue } from "./changed-value.ts";
import type { FuzzedRequest, PathIds } from "./fuzzed-request.ts";
import { standardHeaders, toJson, toTarget } from "./fuzzed-request.ts";
import { oddBodies } from "./odd-bodies.ts";
import { oddHeaders } from "./odd-headers.ts";
import { oddIds, oddQueries } from "./odd-targets.ts";

/** Requests of which anything may be wrong. Any documented answer below 500 will do. */
export function oddRequests(
	operation: FuzzedOperation,
	ids: PathIds,
): fc.Arbitrary<FuzzedRequest> {
	const { method, body } = operation;
	const id = fc.constantFrom(...ids.named);
	const value = body ? validValue(body) : fc.constant({});
	const json = value.map(toJson);
	const toRequest = (
		kind: string,
		parts: {
			target: fc.Arbitrary<string>;
			headers?: fc.Arbitrary<FuzzedRequest["headers"]>;
			bytes?: fc.Arbitrary<Buffer>;
		},
	): fc.Arbitrary<FuzzedRequest> =>
		fc
			.record({
				target: parts.target,
				headers: parts.headers ?? fc.uuid().map(standardHeaders),
				bytes: parts.bytes ?? json.map((text) => Buffer.from(text)),
			})
			.map(({ target, headers, bytes }) => ({
				kind,
				method,
				target,
				headers,
				...(hasBody && { body: bytes }),
			}));
	const hasBody = body !== undefined;
	const plain = id.map((one) => toTarget(operation, one));
	const queried = fc
		.tuple(fc.oneof(id, oddIds), oddQueries(operation))
		.map(([one, query]) => toTarget(operation, one, query));

	const kinds = [
		{
			weight: 3,
			arbitrary: toRequest("headers", { target: plain, headers: oddHeaders }),
		},
		{ weight: 3, arbitrary: toRequest("target", { target: queried }) },
	];
	if (!hasBody) return fc.oneof(...kinds);
	const changed = changedValue(value).map((one) => Buffer.from(toJson(one)));
	return fc.oneof(
		...kinds,
		{
			weight: 5,
			arbitrary: toRequest("value", { target: plain, bytes: changed }),
		},
		{
			weight: 5,
			arbitrary: toRequest("body", { target: plain, bytes: oddBodies(json) }),
		},
	);
}
