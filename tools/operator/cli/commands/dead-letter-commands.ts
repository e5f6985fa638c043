import {
	type ListedDeadLetter,
	listDeadLetters,
} from "../../batches/list-dead-letters.ts";
import { type Command, json, operands, yesOption } from "../command.ts";

export const dlqListCommand: Command = {
	usage: "",
	summary:
		"list the messages of the dead-letter queue, of all batches, with the time until their batches are closed",
	notes: `secondsLeft  until the batch is closed unless a chunk of it advances; 0: by the next sweep;
             null: it ended, does not exist, or is not fully accepted`,
	prepare(args) {
		operands(args);
		return async ({ table, openDeadLetters, now, note, write }) => {
			const deadLetters = await openDeadLetters();
			const letters = await listDeadLetters(
				table,
				await deadLetters.list(),
				now,
			);
			const line = toDeadlineLine(letters);
			if (line) note(line);
			await write(json(letters));
		};
	},
};

export const dlqRedriveCommand: Command = {
	usage: "[--yes]",
	summary:
		"move all messages of the dead-letter queue back to be processed again",
	options: yesOption,
	prepare(args) {
		operands(args);
		return async ({ audit, openDeadLetters, confirm, write }) => {
			const deadLetters = await openDeadLetters();
			await confirm(
				"Move the dead letters of every organization back to be processed again?",
			);
			const messages: Record<string, number> = {};
			const redriven = await deadLetters.redrive(async (organizationId) => {
				await audit.begin(organizationId);
				messages[organizationId] = (messages[organizationId] ?? 0) + 1;
				audit.count(organizationId, { messages: messages[organizationId] });
			});
			await write(json({ redriven }));
		};
	},
};

/** A line about the batch that is closed first. */
function toDeadlineLine(
	letters: readonly ListedDeadLetter[],
): string | undefined {
	const [first] = letters
		.filter(({ secondsLeft }) => secondsLeft !== null)
		.sort((one, other) => Number(one.secondsLeft) - Number(other.secondsLeft));
	if (!first) return undefined;
	const minutes = Math.floor(Number(first.secondsLeft) / 60);
	const left = minutes > 0 ? `in ${minutes} min` : "within two minutes";
	return `Batch ${first.bulkActionSlug} of ${first.orgId} is closed ${left}, unless a chunk of it advances`;
}
