import { connectChunkQueue } from "../../shared/queue/chunk-queue.ts";
import { chunkQueueUrl } from "../../shared/runtime/config.ts";
import { connectService } from "../service.ts";
import { markAsPaidEndpoint } from "./endpoint.ts";

export const handler = markAsPaidEndpoint(
	connectService(),
	connectChunkQueue({ url: chunkQueueUrl() }),
);
