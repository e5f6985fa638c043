import {
	disconnected,
	type Outcome,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../../tools/local/aws-gateway/aws-error.ts";
import { withBody } from "../altered-calls.ts";
import type { Effect } from "./faults.ts";

/** Selects elements of a batch by their position in the call. */
type Chosen = (index: number) => boolean;

/** Error codes of a single statement of a BatchExecuteStatement. */
export type StatementErrorCode =
	| "InternalServerError"
	| "ProvisionedThroughputExceeded"
	| "RequestLimitExceeded"
	| "ThrottlingError"
	| "TransactionConflict";

/**
 * Reports an error for the chosen statements of a BatchExecuteStatement.
 *
 * @param carriedOut Whether these statements take effect nevertheless. DynamoDB may do so for `InternalServerError` only.
 */
export function failStatements({
	code,
	chosen = () => true,
	carriedOut = false,
}: {
	code: StatementErrorCode;
	chosen?: Chosen;
	carriedOut?: boolean;
}): Effect {
	return async (call, forward) => {
		const { Statements, ...rest } = parse<{ Statements: object[] }>(call);
		const sent = Statements.filter((_, index) => carriedOut || !chosen(index));
		const answer =
			sent.length === 0
				? jsonAnswer(200, { Responses: [] })
				: await forward(withBody(call, { ...rest, Statements: sent }));
		if (answer === disconnected || answer.status !== 200) return answer;
		const { Responses, ...others } = parse<{ Responses: object[] }>(answer);
		const responses = Responses.values();
		const merged = Statements.map((_, index) => {
			const own = carriedOut || !chosen(index) ? responses.next().value : {};
			return chosen(index)
				? { Error: { Code: code, Message: "injected" } }
				: own;
		});
		return jsonAnswer(200, { ...others, Responses: merged });
	};
}

/** Returns the chosen keys of a BatchGetItem as unprocessed, as DynamoDB does under load or above 16 MB. */
export function leaveKeysOver({ chosen }: { chosen: Chosen }): Effect {
	return async (call, forward) => {
		const { RequestItems, ...rest } = parse<{ RequestItems: KeysByTable }>(
			call,
		);
		const sent = pickKeys(RequestItems, (index) => !chosen(index));
		const left = pickKeys(RequestItems, chosen);
		const answer: Outcome =
			Object.keys(sent).length === 0
				? jsonAnswer(200, { Responses: {} })
				: await forward(withBody(call, { ...rest, RequestItems: sent }));
		if (answer === disconnected || answer.status !== 200) return answer;
		return jsonAnswer(200, { ...parse<object>(answer), UnprocessedKeys: left });
	};
}

/** A BatchWriteItem that leaves the chosen puts of each table over, as under load. */
export function leaveItemsOver({ chosen }: { chosen: Chosen }): Effect {
	return async (call, forward) => {
		const { RequestItems, ...rest } = parse<{ RequestItems: PutsByTable }>(
			call,
		);
		const sent = pickPuts(RequestItems, (index) => !chosen(index));
		const left = pickPuts(RequestItems, chosen);
		const answer: Outcome =
			Object.keys(sent).length === 0
				? jsonAnswer(200, {})
				: await forward(withBody(call, { ...rest, RequestItems: sent }));
		if (answer === disconnected || answer.status !== 200) return answer;
		return jsonAnswer(200, {
			...parse<object>(answer),
			UnprocessedItems: left,
		});
	};
}

type PutsByTable = Record<string, object[]>;

function pickPuts(puts: PutsByTable, isPicked: Chosen): PutsByTable {
	return Object.fromEntries(
		Object.entries(puts)
			.map(([table, requests]) => {
				const picked = requests.filter((_, index) => isPicked(index));
				return [table, picked] as const;
			})
			.filter(([, picked]) => picked.length > 0),
	);
}

type KeysByTable = Record<string, { Keys: object[] }>;

function pickKeys(items: KeysByTable, isPicked: Chosen): KeysByTable {
	return Object.fromEntries(
		Object.entries(items)
			.map(([table, { Keys, ...rest }]) => {
				const picked = Keys.filter((_, index) => isPicked(index));
				return [table, { ...rest, Keys: picked }] as const;
			})
			.filter(([, { Keys }]) => Keys.length > 0),
	);
}
