import { describe, expect, it } from "vitest";
import { messagesDone } from "../../../../tools/local/queue-poller/messages-done.ts";

const messages = ["a", "b", "c"].map((MessageId) => ({ MessageId }));

const failing = (...itemIdentifiers: unknown[]) =>
	JSON.stringify({
		batchItemFailures: itemIdentifiers.map((itemIdentifier) => ({
			itemIdentifier,
		})),
	});

const done = (answer: string, reportsItemFailures = true) =>
	messagesDone(messages, { answer }, reportsItemFailures).map(
		({ MessageId }) => MessageId,
	);

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html, "Success and failure conditions" */
describe("an invocation has processed", () => {
	it.each([
		["an empty answer", "null"],
		["an answer without failures", "{}"],
		["no failures", failing()],
		["null for the failures", '{"batchItemFailures":null}'],
	])("all messages, after %s", (_, answer) => {
		expect(done(answer)).toEqual(["a", "b", "c"]);
	});

	it("all messages but those it reports", () => {
		expect(done(failing("b"))).toEqual(["a", "c"]);
		expect(done(failing("c", "a"))).toEqual(["b"]);
	});

	it.each([
		["one that is no message", failing("a", "unknown")],
		["an empty name", failing("")],
		["no name", failing(null)],
		["something else", '{"batchItemFailures":["a"]}'],
	])("no message, when it reports %s", (_, answer) => {
		expect(done(answer)).toEqual([]);
	});

	it("no message, when it threw", () => {
		const outcome = { failure: "Error" };
		expect(messagesDone(messages, outcome, true)).toEqual([]);
		expect(messagesDone(messages, outcome, false)).toEqual([]);
	});

	it("all messages, when the event source does not read what it reports", () => {
		expect(done(failing("b"), false)).toEqual(["a", "b", "c"]);
	});
});
