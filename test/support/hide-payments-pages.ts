import {
	type AwsAnswer,
	parse,
} from "../../tools/local/aws-gateway/aws-call.ts";
import type { World } from "./world.ts";

/** The next reads of archived payments find none, as while the transaction that writes them becomes visible. */
export const hidePaymentsPages = (world: World, { times }: { times: number }) =>
	world.addFault({
		operation: "BatchGetItem",
		matches: (body) => JSON.stringify(body).includes("PAYMENTS#"),
		times,
		async effect(call, forward) {
			const answer = (await forward(call)) as AwsAnswer;
			const body = parse<{ Responses: Record<string, unknown[]> }>(answer);
			for (const table of Object.keys(body.Responses))
				body.Responses[table] = [];
			const {
				"x-amz-crc32": _,
				"content-length": __,
				...headers
			} = answer.headers;
			return { ...answer, headers, body: Buffer.from(JSON.stringify(body)) };
		},
	});
