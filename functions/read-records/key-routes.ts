import { allowAnyUser } from "../../shared/http/middleware/authorize.ts";
import { apiHandler } from "../../shared/http/pipeline.ts";
import { succeeded } from "../../shared/http/response.ts";
import { toKeyRecord } from "../../shared/organizations/api-keys/key.record.ts";
import type { Dependencies } from "../dependencies.ts";

/** Corrections C3: the key as the service applies it to this request. Nothing is read for it. */
export const keyRoutes = {
	"GET /v1.0/key": ({ pipeline }: Dependencies) =>
		apiHandler<undefined>(
			{
				operation: "key-details",
				permission: null,
				requireAccess: allowAnyUser,
				idempotencyKey: "unused",
				parse: () => undefined,
				run: async (_, { caller }) => succeeded(toKeyRecord(caller)),
			},
			pipeline,
		),
};
