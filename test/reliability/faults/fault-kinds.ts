import {
	conflict,
	drop,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "../../../local/aws-gateway/faults/effects.ts";
import type { Effect } from "../../../local/aws-gateway/faults/faults.ts";
import { refuseEvents } from "../../../local/aws-gateway/faults/message-effects.ts";
import {
	failStatements,
	leaveItemsOver,
	leaveKeysOver,
	type StatementErrorCode,
} from "../../../local/aws-gateway/faults/partial-effects.ts";
import { timedOut } from "./injected-timeout.ts";

/** What can happen to one AWS call of a process. */
export interface FaultKind {
	name: string;
	/** The process dies with the call: no later call of it has an effect. */
	isDeath?: true;
	/** The call takes effect, though its caller cannot know that. */
	hasEffect?: true;
	/** Absent: it can happen to every call. */
	operations?: readonly string[];
	effect: Effect;
	/** What happens when the call sends messages to the queue; absent: the fault does not occur there. */
	send?: "refused" | "unanswered";
}

const isOdd = (index: number) => index % 2 === 1;
const statements = ["BatchExecuteStatement"];
const conflicting = [
	"PutItem",
	"UpdateItem",
	"DeleteItem",
	"TransactWriteItems",
	"ExecuteTransaction",
];

const someStatements = (code: StatementErrorCode, carriedOut = false) => ({
	operations: statements,
	effect: failStatements({ code, chosen: isOdd, carriedOut }),
});

const allStatements = (code: StatementErrorCode, carriedOut = false) => ({
	operations: statements,
	effect: failStatements({ code, carriedOut }),
});

/** Each kind of fault that DynamoDB, SQS, the network and Lambda allow for. Torn reads are `test/functions/torn-reads`. */
export const faultKinds: readonly FaultKind[] = [
	{ name: "REFUSED", effect: failBefore(), send: "refused" },
	{
		name: "ANSWER_LOST",
		hasEffect: true,
		effect: loseAnswer(),
		send: "unanswered",
	},
	{ name: "FAILED_AFTER", hasEffect: true, effect: failAfter() },
	{ name: "RESET", effect: drop() },
	{ name: "TIMEOUT_BEFORE", effect: async (call) => timedOut(call) },
	{
		name: "TIMEOUT_AFTER",
		hasEffect: true,
		effect: async (call, forward) => {
			await forward(call);
			return timedOut(call);
		},
	},
	{ name: "THROTTLED", effect: throttle() },
	{ name: "CONFLICT", operations: conflicting, effect: conflict() },
	{
		name: "KEYS_LEFT",
		operations: ["BatchGetItem"],
		effect: leaveKeysOver({ chosen: isOdd }),
	},
	{
		name: "ITEMS_LEFT",
		operations: ["BatchWriteItem"],
		effect: leaveItemsOver({ chosen: isOdd }),
	},
	{
		name: "EVENTS_REFUSED",
		operations: ["PutEvents"],
		effect: refuseEvents({ chosen: isOdd }),
	},
	{ name: "STATEMENTS_CONFLICT", ...allStatements("TransactionConflict") },
	{ name: "STATEMENTS_THROTTLED", ...someStatements("ThrottlingError") },
	{
		name: "STATEMENTS_CONFLICT_SOME",
		...someStatements("TransactionConflict"),
	},
	{
		name: "STATEMENTS_FAIL_AFTER",
		...allStatements("InternalServerError", true),
	},
	{
		name: "STATEMENTS_FAIL_AFTER_SOME",
		...someStatements("InternalServerError", true),
	},
	{
		name: "DIES_BEFORE",
		isDeath: true,
		effect: drop(),
		send: "refused",
	},
	{
		name: "DIES_AFTER",
		isDeath: true,
		hasEffect: true,
		effect: loseAnswer(),
		send: "unanswered",
	},
];

/** The name of sending messages, which is not a call over the gateway here. */
export const sending = "SendMessageBatch";

export const mayHit = (
	{ operations, send }: FaultKind,
	operation: string,
): boolean =>
	operation === sending
		? send !== undefined
		: (operations?.includes(operation) ?? true);
