import { connectDependencies } from "../dependencies.ts";
import { purchaseOrderEndpoint } from "./endpoint.ts";

export const handler = purchaseOrderEndpoint(connectDependencies());
