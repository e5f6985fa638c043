import { connectDependencies } from "../dependencies.ts";
import { advanceWorkflowEndpoint } from "./endpoint.ts";

export const handler = advanceWorkflowEndpoint(connectDependencies());
