import type { DeadLetter } from "../../../shared/queue/dead-letters.ts";
import { type Command, json, operands } from "../command.ts";

export const dlqListCommand: Command = {
	usage: "",
	summary: "list the messages of the dead-letter queue, of all batches",
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
	summary:
		"move all messages of the dead-letter queue back to be processed again",
	prepare(args) {
		operands(args);
		return async ({ openDeadLetters, write }) => {
			const deadLetters = await openDeadLetters();
			await write(json({ redriven: await deadLetters.redrive() }));
		};
	},
};

/** A message that cannot be parsed is shown with its body. */
const toListed = (letter: DeadLetter) => ({
	messageId: letter.messageId,
	orgId: letter.message?.organizationId ?? null,
	bulkActionSlug: letter.message?.bulkActionSlug ?? null,
	chunk: letter.message?.chunk ?? null,
	receiveCount: letter.receiveCount,
	sentAt: letter.sentAt,
	...(letter.message === null && { body: letter.body }),
});
