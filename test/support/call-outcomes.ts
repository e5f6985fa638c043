import {
	drop,
	failAfter,
	failBefore,
	loseAnswer,
	throttle,
} from "./aws-gateway/faults/effects.ts";
import type { Effect } from "./aws-gateway/faults/faults.ts";
import { failStatements } from "./aws-gateway/faults/partial-effects.ts";

type NamedEffects = [name: string, effect: Effect][];

/** What may become of a whole call to DynamoDB: every one of them is retried or looked up. */
export const callOutcomes: NamedEffects = [
	["a lost answer", loseAnswer()],
	["an internal error after the write", failAfter()],
	["an internal error before the write", failBefore()],
	["a broken connection", drop()],
	["a throttled call", throttle()],
];

/** What may become of a `BatchExecuteStatement`: the whole call, or its statements. */
export const statementOutcomes: NamedEffects = [
	...callOutcomes,
	["throttled statements", failStatements({ code: "ThrottlingError" })],
	["conflicts", failStatements({ code: "TransactionConflict" })],
	[
		"statements that fail unseen",
		failStatements({ code: "InternalServerError", carriedOut: true }),
	],
];
