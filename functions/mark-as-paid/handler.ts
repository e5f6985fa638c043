import { chunkQueueUrl } from "../../shared/environment/config.ts";
import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { connectDependencies } from "../dependencies.ts";
import { markAsPaidEndpoint } from "./endpoint.ts";

export const handler = markAsPaidEndpoint(
	connectDependencies(),
	connectChunkQueue({ url: chunkQueueUrl() }),
);
