import { connectDependencies } from "../dependencies.ts";
import { createVendorEndpoint } from "./endpoint.ts";

export const handler = createVendorEndpoint(connectDependencies());
