import { createRequire } from "node:module";
import type { Invocation, Invoked } from "./client.ts";
import { answerQuestions } from "./remote.ts";

const [bundlePath = ""] = process.argv.slice(2);
const { handler } = createRequire(import.meta.url)(bundlePath);

const context = {
	awsRequestId: "bench",
	functionName: "bench",
	getRemainingTimeInMillis: () => 29_000,
};

answerQuestions<Invocation, Invoked>(async ({ event }) => {
	const cpuBefore = process.cpuUsage();
	const startedAt = performance.now();
	const response = await handler(event, context);
	const wallMilliseconds = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(cpuBefore);
	return {
		cpuMilliseconds: (user + system) / 1000,
		wallMilliseconds,
		response,
	};
});
