import { Logger } from "@aws-lambda-powertools/logger";
import {
	createDependencies,
	type Dependencies,
} from "../../functions/dependencies.ts";
import { connectTable } from "../../shared/dynamodb/table.ts";
import type { RouteHandler } from "../../shared/http/routed-handler.ts";
import type {
	Caller,
	Organization,
	Permission,
	Role,
} from "../../shared/organizations/organization.ts";
import { toApiEvent } from "./api-event.ts";
import { lambdaContext } from "./lambda-context.ts";

/** The caller of a test with mocked AWS clients: an admin of an organization with these permissions. */
export const mockCaller = ({
	permissions,
	role = "ADMIN",
	organization = {},
}: {
	permissions: readonly Permission[];
	role?: Role;
	/** What differs from an organization without policies. */
	organization?: Partial<Organization>;
}): Caller => ({
	keyId: "key_0123456789abcdef",
	isSuspended: false,
	permissions,
	expiresAt: null,
	user: { id: "u-1", name: "Admin", role, active: true },
	organization: {
		id: "acme",
		name: "Acme",
		baseCurrency: "INR",
		currencies: ["INR"],
		timezone: "Asia/Kolkata",
		features: { vendorAdvances: true },
		entities: [],
		submissionPolicies: [],
		approvalPolicies: [],
		procurementPolicy: { payers: [] },
		...organization,
	},
});

/**
 * The dependencies of an endpoint whose requests all come from this caller. A test mocks only the calls of the use case:
 * it need not know how keys, users and organizations are stored. Clock and ids are fixed.
 */
export function mockedDependencies(caller: Caller): Dependencies {
	const { table, pipeline } = createDependencies(
		connectTable({ name: "test", region: "ap-south-1" }),
		{
			clock: () => new Date("2026-11-21T10:00:00Z"),
			newId: () => "01M7Y0C0S90BM67ASB78DYHHM5",
			logger: new Logger({ logLevel: "SILENT" }),
			emitMetrics() {},
		},
	);
	const findCaller = async () => caller;
	return { table, pipeline: { ...pipeline, findCaller } };
}

/** Sends a request to a handler as API Gateway would; parses the answer. */
export async function callHandler(
	handler: RouteHandler,
	request: {
		method: string;
		path: string;
		headers?: Record<string, string>;
		pathParameters?: Record<string, string>;
		body?: object;
	},
): Promise<{ status: number; body: unknown }> {
	const { headers, body, ...target } = request;
	const event = toApiEvent({
		...target,
		headers: { authorization: "Api-Key secret", ...headers },
		...(body && { body: JSON.stringify(body) }),
	});
	// Unchecked casts: the middleware adds what the event lacks, and makes the result an HTTP response.
	const result: unknown = await handler(event as never, lambdaContext());
	const response = result as { statusCode: number; body: string };
	return { status: response.statusCode, body: JSON.parse(response.body) };
}
