import { connectDependencies } from "../dependencies.ts";
import { bulkSkusEndpoint } from "./endpoint.ts";

export const handler = bulkSkusEndpoint(connectDependencies());
