import { connectDependencies } from "../dependencies.ts";
import { updatePurchaseOrderEndpoint } from "./endpoint.ts";

export const handler = updatePurchaseOrderEndpoint(connectDependencies());
