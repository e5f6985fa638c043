import { chunkQueueUrl } from "../../shared/environment/config.ts";
import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { connectDependencies } from "../dependencies.ts";
import { withSessions } from "../with-sessions.ts";
import { paymentRunsEndpoint } from "./endpoint.ts";

export const handler = paymentRunsEndpoint(
	withSessions(connectDependencies()),
	connectChunkQueue({ url: chunkQueueUrl() }),
);
