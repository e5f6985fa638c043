import { connectDependencies } from "../dependencies.ts";
import { vendorAdvanceEndpoint } from "./endpoint.ts";

export const handler = vendorAdvanceEndpoint(connectDependencies());
