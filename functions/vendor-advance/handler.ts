import { connectService } from "../service.ts";
import { vendorAdvanceEndpoint } from "./endpoint.ts";

export const handler = vendorAdvanceEndpoint(connectService());
