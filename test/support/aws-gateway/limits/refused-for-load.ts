import {
	type AwsAnswer,
	type AwsCall,
	disconnected,
	type Outcome,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import {
	awsError,
	jsonAnswer,
} from "../../../../tools/local/aws-gateway/aws-error.ts";
import { withBody } from "../altered-calls.ts";

/** The limit that refuses an access; undefined: admitted. */
export type Verdict = "table" | "partition" | undefined;

/** The response to a call without admitted accesses. */
export function refuse(call: AwsCall, verdicts: readonly Verdict[]): AwsAnswer {
	if (call.operation === "BatchExecuteStatement")
		return jsonAnswer(200, { Responses: verdicts.map(toStatementError) });
	if (call.operation === "TransactWriteItems")
		return awsError(call, 400, "TransactionCanceledException", {
			Message: "Transaction cancelled, refused for load",
			CancellationReasons: verdicts.map((verdict) => ({
				Code: verdict ? codes[verdict] : "None",
			})),
		});
	const isHot = verdicts.includes("partition");
	return awsError(
		call,
		400,
		isHot ? "ProvisionedThroughputExceededException" : "ThrottlingException",
	);
}

/** Forwards the admitted part of a call, and merges the refusals into its response. */
export async function forwardAdmitted(
	call: AwsCall,
	verdicts: readonly Verdict[],
	forward: (call: AwsCall) => Promise<Outcome>,
): Promise<Outcome> {
	if (!verdicts.some(Boolean)) return forward(call);
	return call.operation === "BatchExecuteStatement"
		? forwardStatements(call, verdicts, forward)
		: forwardItems(call, verdicts, forward);
}

const codes = {
	table: "ThrottlingError",
	partition: "ProvisionedThroughputExceeded",
};

const toStatementError = (verdict: Verdict) =>
	verdict && { Error: { Code: codes[verdict], Message: "Refused for load" } };

async function forwardStatements(
	call: AwsCall,
	verdicts: readonly Verdict[],
	forward: (call: AwsCall) => Promise<Outcome>,
): Promise<Outcome> {
	const { Statements, ...rest } = parse<{ Statements: object[] }>(call);
	const admitted = Statements.filter((_, index) => !verdicts[index]);
	const answer = await forward(
		withBody(call, { ...rest, Statements: admitted }),
	);
	if (answer === disconnected || answer.status !== 200) return answer;
	const { Responses, ...others } = parse<{ Responses: object[] }>(answer);
	const responses = Responses.values();
	return jsonAnswer(200, {
		...others,
		Responses: verdicts.map(
			(verdict) => toStatementError(verdict) ?? responses.next().value,
		),
	});
}

/** Puts of a BatchWriteItem or keys of a BatchGetItem: refused ones are returned as unprocessed, with status 200. */
async function forwardItems(
	call: AwsCall,
	verdicts: readonly Verdict[],
	forward: (call: AwsCall) => Promise<Outcome>,
): Promise<Outcome> {
	const { RequestItems, ...rest } = parse<{ RequestItems: Requests }>(call);
	const isRead = call.operation === "BatchGetItem";
	const split = (isRefused: boolean) => {
		const verdict = verdicts.values();
		return pick(RequestItems, () => !!verdict.next().value === isRefused);
	};
	const admitted = { ...rest, RequestItems: split(false) };
	const answer = await forward(withBody(call, admitted));
	if (answer === disconnected || answer.status !== 200) return answer;
	const left = isRead ? "UnprocessedKeys" : "UnprocessedItems";
	return jsonAnswer(200, { ...parse<object>(answer), [left]: split(true) });
}

type Requests = Record<string, object[] | { Keys: object[] }>;

/** The picked elements of each table; `isPicked` is called in order. Tables without picked elements are omitted. */
function pick(requests: Requests, isPicked: () => boolean): Requests {
	const picked: Requests = {};
	for (const [table, request] of Object.entries(requests)) {
		const elements = Array.isArray(request) ? request : request.Keys;
		const own = elements.filter(isPicked);
		if (own.length === 0) continue;
		picked[table] = Array.isArray(request) ? own : { ...request, Keys: own };
	}
	return picked;
}
