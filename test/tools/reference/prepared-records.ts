import { randomUUID } from "node:crypto";
import { toContext } from "../../../client/src/client-options.ts";
import { preparedRequest } from "../../../tools/exhibits/check-exhibit.ts";
import { demoService } from "../../../tools/exhibits/demo-service.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";

/** What a reader fills in to try an operation: parameters, by its `operationId`. */
export type Filled = Record<string, Record<string, string>>;

/** Creates what the demo organization does not have, as the exhibits prepare it. */
export async function prepareRecords(url: string): Promise<Filled> {
	const { sendRepeatedly } = toContext({ url, apiKey: "demo-admin-key" });
	const service = demoService({
		newText: randomUUID,
		send: async (request) => (await sendRepeatedly(request)).body.data,
		pause: (milliseconds) =>
			new Promise((resolve) => setTimeout(resolve, milliseconds)),
	});
	const filled: Filled = {};
	for (const exhibit of exhibits) {
		const { id, demo } = exhibit;
		const { path = {}, idempotencyKey } = await preparedRequest(
			exhibit,
			service,
		);
		const needed = Object.entries(path).filter(
			([name]) => demo.path?.[name] === undefined,
		);
		filled[id] = {
			...Object.fromEntries(needed),
			...(idempotencyKey && { "x-idempotency-key": idempotencyKey }),
		};
	}
	return filled;
}
