import type { DeadLetter } from "../../../shared/queue/dead-letters.ts";
import { type Command, json, operands } from "../command.ts";

export const dlqListCommand: Command = {
	usage: "",
	summary: "lists the messages that could not be processed, of all batches",
	prepare(args) {
		operands(args);
		return async ({ openDeadLetters, write }) => {
			const deadLetters = await openDeadLetters();
			await write(json((await deadLetters.look()).map(toListed)));
		};
	},
};

export const dlqRedriveCommand: Command = {
	usage: "",
	summary: "has all of those messages processed again",
	prepare(args) {
		operands(args);
		return async ({ openDeadLetters, write }) => {
			const deadLetters = await openDeadLetters();
			await write(json({ redriven: await deadLetters.redrive() }));
		};
	},
};

/** What cannot be read is shown as it is. */
const toListed = (letter: DeadLetter) => ({
	messageId: letter.messageId,
	orgId: letter.message?.organizationId ?? null,
	bulkActionSlug: letter.message?.bulkActionSlug ?? null,
	chunk: letter.message?.chunk ?? null,
	receiveCount: letter.receiveCount,
	sentAt: letter.sentAt,
	...(letter.message === null && { body: letter.body }),
});
