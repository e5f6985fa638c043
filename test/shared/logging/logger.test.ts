import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
	afterEach,
	beforeEach,
	expect,
	it,
	type MockInstance,
	vi,
} from "vitest";
import { createLogger } from "../../../shared/logging/logger.ts";

let output: MockInstance<typeof process.stderr.write>;
beforeEach(() => {
	output = vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => output.mockRestore());

/** The one line that `createLogger` writes for an error, and its key `error`. */
function logError(error: unknown) {
	createLogger().error("Request failed", { error });
	const line = output.mock.calls.map(([text]) => text).join("");
	return { line, error: JSON.parse(line).error };
}

const canceled = () =>
	new TransactionCanceledException({
		message: "Transaction cancelled",
		$metadata: { httpStatusCode: 400, requestId: "aws-request" },
		CancellationReasons: [
			{ Code: "ConditionalCheckFailed", Item: { utr: { S: "secret-utr" } } },
		],
	});

it("operations: a caller's text in a line cannot steer the terminal that shows it", () => {
	const { line, error } = logError(new Error("a\u001b[2J\u009b2J\u202e"));
	expect(line).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
	expect(error.message).toBe("a\u001b[2J\\u009b2J\\u202e");
});

it("operations: each line says which version and commit ran, if the environment does", () => {
	vi.stubEnv("SERVICE_VERSION", "2.0.0+3f2a1bc45d67");
	const { line } = logError(new Error("broken"));
	expect(JSON.parse(line).version).toBe("2.0.0+3f2a1bc45d67");
	vi.unstubAllEnvs();
	output.mockClear();
	expect(JSON.parse(logError(new Error("broken")).line)).not.toHaveProperty(
		"version",
	);
});

it("guarantee 8: keeps of an error of the SDK its name, message, stack and HTTP status, and no item", () => {
	const { line, error } = logError(canceled());
	expect(error).toEqual({
		name: "TransactionCanceledException",
		message: "Transaction cancelled",
		stack: expect.stringContaining("logger.test.ts"),
		httpStatusCode: 400,
	});
	expect(line).not.toMatch(/secret-utr|CancellationReasons|aws-request/);
});

it("guarantee 8: keeps no more of an error's causes", () => {
	const { line, error } = logError(
		new Error("outer", {
			cause: new Error("inner", { cause: canceled() }),
		}),
	);
	expect(error).toMatchObject({
		message: "outer",
		cause: { message: "inner", cause: { httpStatusCode: 400 } },
	});
	expect(line).not.toMatch(/secret-utr|CancellationReasons|aws-request/);
});

it("guarantee 8: omits a cause that is not an error", () => {
	const { line, error } = logError(
		new Error("outer", { cause: { utr: "secret-utr" } }),
	);
	expect(Object.keys(error)).toEqual(["name", "message", "stack"]);
	expect(line).not.toContain("secret-utr");
});
