import { describe, expect, it } from "vitest";
import {
	ApiError,
	validationFailed,
} from "../../../shared/errors/api-error.ts";
import { MalformedKeyError } from "../../../shared/http/errors.ts";
import {
	allFailed,
	repeatedKey,
	succeeded,
	toErrorReply,
	toHttpResponse,
} from "../../../shared/http/response.ts";

describe("spec 1, 7: every envelope", () => {
	it.each([
		["success", succeeded({ a: 1 }), 200, { ok: true, data: { a: 1 } }],
		[
			"4.4 rule 3: nothing paid",
			allFailed("NOT_FOUND", { status: "DONE" }, {}),
			422,
			{ ok: false, message: "NOT_FOUND", data: { status: "DONE" } },
		],
		[
			"7.1: a failure of the caller's",
			toErrorReply(validationFailed("", "must be object")),
			400,
			{
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: "Validation failed: / must be object",
				},
			},
		],
		[
			"5 rule 2: a malformed idempotency key",
			toErrorReply(new MalformedKeyError("must not be empty")),
			400,
			{ error: "must not be empty" },
		],
		[
			"5 rule 1: a repeated idempotency key",
			repeatedKey({
				...{ attemptId: "a-1", hasOtherBody: false },
				advice: "Ask for it",
			}),
			409,
			{
				error:
					"This x-idempotency-key was used within the last 5 minutes. Ask for it",
			},
		],
		[
			"7.2: a failure of ours with a code of its own",
			toErrorReply(new ApiError(500, "PROCUREMENT_CREATION_FAILED", "failed")),
			500,
			{
				ok: false,
				error: { code: "PROCUREMENT_CREATION_FAILED", message: "failed" },
			},
		],
		[
			"any other failure of ours tells nothing",
			toErrorReply(new Error("password=1")),
			500,
			{
				ok: false,
				error: {
					code: "INTERNAL_ERROR",
					message:
						"Internal error: the request may have had an effect; find out before you send it again",
				},
			},
		],
	])("%s", (_, reply, status, body) => {
		expect(reply).toMatchObject({ status, body });
		expect(toHttpResponse(reply, { requestId: "r-1" })).toEqual({
			statusCode: status,
			headers: { "content-type": "application/json", "x-request-id": "r-1" },
			body: JSON.stringify(body),
		});
	});
});
