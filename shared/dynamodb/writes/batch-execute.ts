import {
	BatchExecuteStatementCommand,
	type BatchExecuteStatementCommandOutput,
	type BatchStatementError,
	type BatchStatementRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { inGroups } from "../../collections/in-groups.ts";
import { WriteDeadlineError } from "../retries/request-table.ts";
import { bugNames, isBusy, pauseBeforeRetry } from "../retries/retry-busy.ts";
import type { Table } from "../table.ts";

const statementsPerCall = 25;

/** One conditional write, in PartiQL: an `INSERT` of a new item, or an `UPDATE` or `DELETE … WHERE` of a full key. */
export interface WriteStatement {
	Statement: string;
	Parameters: unknown[];
}

/**
 * - `WRITTEN`: it took effect once.
 * - `REFUSED`: its condition did not hold; it had no effect.
 * - `OVERLOADED`: rejected for load or conflict until the retry time ended, or not sent; it had no effect.
 * - `TOO_LARGE`: its item would exceed the store's item size; it had no effect.
 * - `UNKNOWN`: it may have taken effect, or still may; only a read can tell.
 */
export type WriteOutcome =
	| "WRITTEN"
	| "REFUSED"
	| "OVERLOADED"
	| "TOO_LARGE"
	| "UNKNOWN";

/**
 * After these outcomes, only a read shows what is stored: a write that was repeated may have been refused for its own
 * effect.
 */
export const needsRead = (outcome: WriteOutcome | undefined): boolean =>
	outcome === "REFUSED" || outcome === "UNKNOWN";

/**
 * Executes independent conditional writes, 25 to a call, with concurrent calls (ADR 1). No two statements may have the
 * same key. Retries statements rejected for load or conflict, but not those without a response: the caller knows how to
 * read their outcome.
 *
 * @returns One outcome for each statement, in order.
 * @throws When the store rejects a statement as malformed, which is a bug.
 */
export async function batchExecute(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	const calls = [...inGroups(statements, statementsPerCall)].map((group) =>
		writeCall(table, group),
	);
	// Waits for all calls before reporting a failure, so that no write continues after the error.
	const settled = await Promise.allSettled(calls);
	return settled.flatMap((call) => {
		if (call.status === "rejected") throw call.reason;
		return call.value;
	});
}

async function writeCall(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	const outcomes: WriteOutcome[] = statements.map(() => "OVERLOADED");
	let open = [...statements.keys()];
	for (let attempt = 0; open.length > 0; attempt++) {
		if (!(await pauseBeforeRetry(table, attempt))) break;
		const sent = open.flatMap((index) => statements[index] ?? []);
		const answers = await execute(table, sent);
		// The call was not sent: the open statements had no effect.
		if (!answers) break;
		open.forEach((index, position) => {
			outcomes[index] = answers[position] ?? "UNKNOWN";
		});
		open = open.filter((index) => outcomes[index] === "OVERLOADED");
	}
	return outcomes;
}

/** @returns undefined when the call was not sent because the write deadline has passed. */
async function execute(
	table: Table,
	statements: WriteStatement[],
): Promise<WriteOutcome[] | undefined> {
	const call = new BatchExecuteStatementCommand({
		Statements: statements.map(toRequest),
	});
	const [answer] = await Promise.allSettled([
		table.documentsNoRetry.send(call),
	]);
	if (answer.status === "fulfilled") return toOutcomes(answer.value);
	if (answer.reason instanceof WriteDeadlineError) return undefined;
	const outcome = toCallOutcome(answer.reason);
	return statements.map(() => outcome);
}

/** Marshalls the parameters only. The document client would walk the whole input, 5 % of a large request's CPU time. */
function toRequest({
	Statement,
	Parameters,
}: WriteStatement): BatchStatementRequest {
	return {
		Statement,
		Parameters: marshall(Parameters, { removeUndefinedValues: true }),
	};
}

function toOutcomes({
	Responses = [],
}: BatchExecuteStatementCommandOutput): WriteOutcome[] {
	return Responses.map(({ Error: failure }) => {
		if (!failure) return "WRITTEN";
		const outcome = statementOutcomes[failure.Code ?? ""];
		if (outcome) return outcome;
		if (isTooLarge(failure)) return "TOO_LARGE";
		throw new Error(`Statement refused: ${failure.Code} ${failure.Message}`);
	});
}

const statementOutcomes: Record<string, WriteOutcome> = {
	ConditionalCheckFailed: "REFUSED",
	DuplicateItem: "REFUSED",
	InternalServerError: "UNKNOWN",
	ProvisionedThroughputExceeded: "OVERLOADED",
	RequestLimitExceeded: "OVERLOADED",
	ThrottlingError: "OVERLOADED",
	TransactionConflict: "OVERLOADED",
};

/** The only validation error that depends on stored data. It concerns one statement, not the call. */
const isTooLarge = ({ Code, Message = "" }: BatchStatementError) =>
	Code === "ValidationError" && Message.startsWith("Item size");

/**
 * The outcome of a failed call: rejected for load, it had no effect; rejected as malformed, it is a bug; otherwise it
 * is unknown.
 */
function toCallOutcome(error: unknown): WriteOutcome {
	if (!(error instanceof Error)) throw error;
	if (isBusy(error)) return "OVERLOADED";
	if (bugNames.has(error.name)) throw error;
	return "UNKNOWN";
}
