import {
	connectDeadLetters,
	type DeadLetters,
} from "../../../../shared/queue/dead-letters.ts";
import type { User } from "../../user.ts";
import { answerDeadLetters } from "./answer-dead-letters.ts";

/** The dead-letter queue as the operator's commands open it: the real client, its calls with the faults of the process. */
export function openDeadLetters({ process, world }: User): DeadLetters {
	const { accessKeyId } = process;
	const { url } = world.gateway;
	// Added last, so that it gets what the faults of the process let pass.
	world.gateway.faults.add({
		accessKeyId,
		effect: async (call, forward) =>
			call.service === "sqs" && call.operation !== "SendMessageBatch"
				? answerDeadLetters(world, call)
				: forward(call),
	});
	return connectDeadLetters({
		...world.connectionOf(accessKeyId),
		queueUrl: `${url}/000000000000/chunks`,
		deadLetterQueueUrl: `${url}/000000000000/dead`,
	});
}
