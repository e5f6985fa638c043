import type { Route } from "./http-api.ts";
import type { TableAction } from "./service-function.ts";

/** An HTTP function: bundled from `functions/<name>/handler.ts`, and what it may do with the table. */
export interface Endpoint {
	route: Route;
	tableActions: readonly TableAction[];
}

/** `BatchExecuteStatement` is authorized as the verbs of its statements, a transaction as its parts. */
export const endpoints = {
	"mark-as-paid": {
		route: "POST /v1.0/payment/mark-as-paid",
		tableActions: [
			"GetItem",
			"BatchGetItem",
			"PutItem",
			"UpdateItem",
			"PartiQLUpdate",
		],
	},
} as const satisfies Record<string, Endpoint>;
