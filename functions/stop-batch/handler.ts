import { connectDependencies } from "../dependencies.ts";
import { stopBatchEndpoint } from "./endpoint.ts";

export const handler = stopBatchEndpoint(connectDependencies());
