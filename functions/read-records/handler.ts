import { connectDependencies } from "../dependencies.ts";
import { readRecordsEndpoint } from "./endpoint.ts";

export const handler = readRecordsEndpoint(connectDependencies());
