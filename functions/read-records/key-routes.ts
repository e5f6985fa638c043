import * as endpoints from "../../shared/endpoints/endpoints.ts";
import { allowAnyUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { succeeded } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import { toKeyRecord } from "../../shared/organizations/api-keys/key.record.ts";
import type { Dependencies } from "../dependencies.ts";

/** C3: the key as the service applies it to this request. Nothing is read for it. */
const keyRoute: Route<Dependencies> = {
	routeKey: endpoints.getKey.routeKey,
	create: ({ pipeline }) =>
		apiHandler<undefined>(
			endpoints.getKey,
			{
				requireAccess: allowAnyUser,
				parse: () => undefined,
				run: async (_, { caller }) => succeeded(toKeyRecord(caller)),
			},
			pipeline,
		),
};

export const keyRoutes = [keyRoute];
