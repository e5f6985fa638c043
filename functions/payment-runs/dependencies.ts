import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Dependencies } from "../dependencies.ts";

export interface RunDependencies extends Dependencies {
	/** Sends the messages of the batch that a release starts. */
	sendChunks: SendChunks;
}
