import { connectService } from "../service.ts";
import { markAsPaidEndpoint } from "./endpoint.ts";

export const handler = markAsPaidEndpoint(connectService());
