import { answerQuestions } from "../remote.ts";
import type { LoadDone, LoadWanted } from "./load.ts";
import { openConnection } from "./raw-connection.ts";

answerQuestions<LoadWanted, LoadDone>(async ({ url, clients, payments }) => {
	const statuses: LoadDone["statuses"] = {};
	const next = payments.values();
	const connections = await Promise.all(
		Array.from({ length: clients }, () => openConnection(url)),
	);
	const startedAt = performance.now();
	await Promise.all(
		connections.map(async ({ send, close }) => {
			for (const requests of next) {
				for (const request of requests) {
					const { status } = await send(request);
					statuses[status] = (statuses[status] ?? 0) + 1;
				}
			}
			close();
		}),
	);
	return { seconds: (performance.now() - startedAt) / 1_000, statuses };
});
