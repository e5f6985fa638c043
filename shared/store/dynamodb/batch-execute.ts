import {
	BatchExecuteStatementCommand,
	type BatchExecuteStatementCommandOutput,
	type BatchStatementError,
	type BatchStatementRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { inGroups } from "../../runtime/in-groups.ts";
import { WriteDeadlineError } from "./request-table.ts";
import { backOff, bugNames, isBusy } from "./retry-busy.ts";
import type { Table } from "./table.ts";

const statementsPerCall = 25;

/** One conditional write, in PartiQL: an `INSERT` of a new item, or an `UPDATE … WHERE` of a full key. */
export interface WriteStatement {
	Statement: string;
	Parameters: unknown[];
}

/**
 * - `WRITTEN`: it took effect, once.
 * - `REFUSED`: its condition did not hold; it took no effect.
 * - `OVERLOADED`: refused for load or conflict to the last attempt, or not sent any more; it took no effect.
 * - `TOO_LARGE`: its item would be larger than the store can hold; it took no effect.
 * - `UNKNOWN`: whether it took effect, or still will, only a read can tell.
 */
export type WriteOutcome =
	| "WRITTEN"
	| "REFUSED"
	| "OVERLOADED"
	| "TOO_LARGE"
	| "UNKNOWN";

/** After these outcomes, only a read tells what is stored: a write that was repeated may have been refused for its own effect. */
export const needsRead = (outcome: WriteOutcome | undefined): boolean =>
	outcome === "REFUSED" || outcome === "UNKNOWN";

/**
 * Carries out independent conditional writes, 25 to a call and the calls side by side, none affected by
 * another (design 4). No two statements may name one key. Statements refused for load or conflict are sent
 * again; a statement whose answer was lost is not: that is for the caller, who knows how to read it.
 *
 * @returns One outcome a statement, in their order.
 * @throws When the store refuses a statement as malformed: our bug.
 */
export async function batchExecute(
	table: Table,
	statements: readonly WriteStatement[],
): Promise<WriteOutcome[]> {
	const calls = [...inGroups(statements, statementsPerCall)].map((group) =>
		writeCall(table, group),
	);
	// Every call is seen to its end before one's failure is reported: nothing goes on behind the caller's back.
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
		if (!(await backOff(table, attempt))) break;
		const sent = open.flatMap((index) => statements[index] ?? []);
		const answers = await execute(table, sent);
		// Too late to be sent: what is open took no effect.
		if (!answers) break;
		open.forEach((index, position) => {
			outcomes[index] = answers[position] ?? "UNKNOWN";
		});
		open = open.filter((index) => outcomes[index] === "OVERLOADED");
	}
	return outcomes;
}

/** @returns undefined when the call was not sent, because it came too late. */
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

/** The document client would search all of the input for what to marshall: a twentieth of a large request's CPU time. */
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

/** Of all that the store finds invalid, this alone depends on what it holds, and concerns one statement only. */
const isTooLarge = ({ Code, Message = "" }: BatchStatementError) =>
	Code === "ValidationError" && Message.startsWith("Item size");

/** A call refused as a whole for load did nothing; one refused as malformed is our bug; of any other nobody knows. */
function toCallOutcome(error: unknown): WriteOutcome {
	if (!(error instanceof Error)) throw error;
	if (isBusy(error)) return "OVERLOADED";
	if (bugNames.has(error.name)) throw error;
	return "UNKNOWN";
}
