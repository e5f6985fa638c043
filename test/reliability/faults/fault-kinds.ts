import {
	conflict,
	drop,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import {
	refuseEvents,
	refuseMessages,
} from "../../support/aws-gateway/faults/message-effects.ts";
import {
	failStatements,
	leaveItemsOver,
	leaveKeysOver,
} from "../../support/aws-gateway/faults/partial-effects.ts";
import { endPageEarly } from "../../support/aws-gateway/faults/short-pages.ts";
import { timedOut } from "../../support/aws-gateway/in-process.ts";
import type { FaultKind } from "./fault-kind.ts";
import { partial, torn } from "./kind-families.ts";

const conflicting = [
	"PutItem",
	"UpdateItem",
	"DeleteItem",
	"TransactWriteItems",
	"ExecuteTransaction",
];

/** Each kind of fault that DynamoDB, SQS, the network and Lambda allow for. */
export const faultKinds: readonly FaultKind[] = [
	{ name: "REFUSED", effect: failBefore() },
	{
		name: "ANSWER_LOST",
		hasEffect: true,
		effect: loseAnswer(),
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
	...partial({
		name: "KEYS_LEFT",
		operation: "BatchGetItem",
		toEffect: (chosen) => leaveKeysOver({ chosen }),
	}),
	...partial({
		name: "ITEMS_LEFT",
		operation: "BatchWriteItem",
		toEffect: (chosen) => leaveItemsOver({ chosen }),
	}),
	...partial({
		name: "EVENTS_REFUSED",
		operation: "PutEvents",
		toEffect: (chosen) => refuseEvents({ chosen }),
	}),
	...partial({
		name: "MESSAGES_REFUSED",
		operation: "SendMessageBatch",
		toEffect: (chosen) => refuseMessages({ chosen }),
	}),
	...partial({
		name: "STATEMENTS_CONFLICT",
		operation: "BatchExecuteStatement",
		toEffect: (chosen) =>
			failStatements({ code: "TransactionConflict", chosen }),
	}),
	...partial({
		name: "STATEMENTS_THROTTLED",
		operation: "BatchExecuteStatement",
		toEffect: (chosen) => failStatements({ code: "ThrottlingError", chosen }),
	}),
	...partial({
		name: "STATEMENTS_FAIL_AFTER",
		operation: "BatchExecuteStatement",
		toEffect: (chosen) =>
			failStatements({
				code: "InternalServerError",
				chosen,
				carriedOut: true,
			}),
	}),
	{
		name: "PAGE_SHORT",
		operations: ["Query", "Scan"],
		changes: ({ readItems = 0 }) => readItems > 1,
		effect: endPageEarly(),
	},
	...torn("TORN"),
	...torn("TORN_DIES", true),
	{
		name: "DIES_BEFORE",
		isDeath: true,
		effect: drop(),
	},
	{
		name: "DIES_AFTER",
		isDeath: true,
		hasEffect: true,
		effect: loseAnswer(),
	},
];
