import { connectDependencies } from "../dependencies.ts";
import { createInvoicesEndpoint } from "./endpoint.ts";

export const handler = createInvoicesEndpoint(connectDependencies());
