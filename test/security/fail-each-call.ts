import { awsError } from "../../tools/local/aws-gateway/aws-error.ts";
import type { Effect } from "../support/aws-gateway/faults/faults.ts";
import type { Answer, World } from "../support/world.ts";

/** In every text that a caller may choose freely. */
export const canary = "canary";

/** An error with the stored items in it, as the reasons of a canceled transaction have them. */
const failWithItems: Effect = async (call) => {
	const Item = { ...JSON.parse(call.body.toString()), utr: { S: canary } };
	return awsError(call, 500, "InternalServerError", {
		Item,
		CancellationReasons: [{ Code: "ConditionalCheckFailed", Item }],
	});
};

/**
 * Sends a request again and again, with all calls from the first, second, … one on failing, until none is left to fail.
 *
 * @param send Sends it for the nth time, counted from 0.
 * @returns The answer of the request that no fault kept from its end, and all lines that were logged.
 */
export async function failEachCall(
	world: World,
	send: (round: number) => Promise<Answer>,
) {
	world.skipPauses();
	const linesBefore = world.logLines.length;
	for (let skip = 0; ; skip += 1) {
		const fault = world.addFault({ skip, effect: failWithItems });
		const answer = await send(skip);
		fault.remove();
		if (fault.hits > 0) continue;
		return { answer, lines: world.logLines.slice(linesBefore) };
	}
}

/** As a process that knows no caller yet: that it asks for the caller may fail as well. */
export const newProcess = (world: World) => ({
	table: world.connect("service"),
	send: world.queue.send,
});
