import { connectDependencies } from "../dependencies.ts";
import { reversePaymentEndpoint } from "./endpoint.ts";

export const handler = reversePaymentEndpoint(connectDependencies());
