import {
	disconnected,
	parse,
} from "../../../../tools/local/aws-gateway/aws-call.ts";
import { jsonAnswer } from "../../../../tools/local/aws-gateway/aws-error.ts";
import { withBody } from "../altered-calls.ts";
import type { Effect } from "./faults.ts";

/** Delivers the messages of a SendMessageBatch twice: SQS guarantees at-least-once delivery only. */
export const sendTwice = (): Effect => async (call, forward) => {
	await forward(call);
	return forward(call);
};

/** Delays the delivery of a SendMessageBatch's messages. */
export const delayMessages =
	({ seconds }: { seconds: number }): Effect =>
	(call, forward) => {
		const { Entries, ...rest } = parse<MessageBatch>(call);
		const delayed = Entries.map((entry) => ({
			...entry,
			DelaySeconds: seconds,
		}));
		return forward(withBody(call, { ...rest, Entries: delayed }));
	};

/** Refuses the chosen messages of a SendMessageBatch, by their position in the call; the status is 200. */
export const refuseMessages =
	({ chosen }: { chosen: (index: number) => boolean }): Effect =>
	async (call, forward) => {
		const { Entries, ...rest } = parse<MessageBatch>(call);
		const sent = Entries.filter((_, index) => !chosen(index));
		const Failed = Entries.filter((_, index) => chosen(index)).map(
			({ Id }) => ({ Id, SenderFault: false, Code: "InternalError" }),
		);
		if (sent.length === 0) return jsonAnswer(200, { Successful: [], Failed });
		const answer = await forward(withBody(call, { ...rest, Entries: sent }));
		if (answer === disconnected || answer.status !== 200) return answer;
		return jsonAnswer(200, { ...parse<object>(answer), Failed });
	};

/** Refuses the chosen events of a PutEvents, by their position in the call; the status is 200. */
export const refuseEvents =
	({ chosen }: { chosen: (index: number) => boolean }): Effect =>
	async (call, forward) => {
		const { Entries } = parse<{ Entries: object[] }>(call);
		const taken = Entries.filter((_, index) => !chosen(index));
		if (taken.length > 0) {
			const answer = await forward(withBody(call, { Entries: taken }));
			if (answer === disconnected || answer.status !== 200) return answer;
		}
		return jsonAnswer(200, {
			FailedEntryCount: Entries.length - taken.length,
			Entries: Entries.map((_, index) =>
				chosen(index)
					? { ErrorCode: "ThrottlingException", ErrorMessage: "injected" }
					: { EventId: `${index}` },
			),
		});
	};

interface MessageBatch {
	Entries: { Id: string }[];
}
