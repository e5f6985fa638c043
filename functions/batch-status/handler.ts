import { connectDependencies } from "../dependencies.ts";
import { batchStatusEndpoint } from "./endpoint.ts";

export const handler = batchStatusEndpoint(connectDependencies());
