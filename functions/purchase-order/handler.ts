import { connectService } from "../service.ts";
import { purchaseOrderEndpoint } from "./endpoint.ts";

export const handler = purchaseOrderEndpoint(connectService());
