import { connectDependencies } from "../dependencies.ts";
import { updateInvoiceEndpoint } from "./endpoint.ts";

export const handler = updateInvoiceEndpoint(connectDependencies());
