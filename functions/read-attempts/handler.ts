import { connectDependencies } from "../dependencies.ts";
import { readAttemptsEndpoint } from "./endpoint.ts";

export const handler = readAttemptsEndpoint(connectDependencies());
