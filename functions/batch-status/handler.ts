import { connectService } from "../service.ts";
import { batchStatusEndpoint } from "./endpoint.ts";

export const handler = batchStatusEndpoint(connectService());
