import { connectService } from "../service.ts";
import { bulkSkusEndpoint } from "./endpoint.ts";

export const handler = bulkSkusEndpoint(connectService());
