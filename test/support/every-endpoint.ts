import type { Context } from "aws-lambda";
import type { Dependencies } from "../../functions/dependencies.ts";
import { apiFunctions } from "../../lib/api-functions.ts";
import { type Endpoint, toRoute } from "../../shared/endpoints/endpoint.ts";
import type { SendChunks } from "../../shared/queue/chunk-queue.ts";
import type { Exhibit } from "../../tools/exhibits/exhibit.ts";
import { exhibits } from "../../tools/exhibits/exhibits.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { demoOrganization } from "./demo-organization.ts";

type Create = (
	dependencies: Dependencies,
	sendChunks: SendChunks,
	// biome-ignore lint/suspicious/noExplicitAny: middleware adds to the event what the type already promises
) => (event: any, context: Context) => Promise<unknown>;

/** An endpoint as every test of a common rule goes through it, and as `openWorld` serves it. */
export interface TestedEndpoint
	extends Endpoint,
		ReturnType<typeof toRoute>,
		Pick<Exhibit, "caller"> {
	/** Its `operationId`. */
	id: string;
	/** The function's, as in `lib/api-functions.ts`. */
	name: string;
	create: Create;
	/** Error code for a key whose user is inactive; null: the request is answered as any other. */
	inactiveUserCode: "INSUFFICIENT_PERMISSIONS" | "ACCESS_DENIED" | null;
	/** A body that is answered 200 in an organization with `everyEndpointAdditions`; absent: it reads none. */
	body?: object;
	/** Set when the path has an id in it. */
	pathId?: { toUrl: (id: string) => string };
	/** The code of the 404 for an unknown id; absent: the request is answered 200. */
	notFoundCode?: string;
}

/** Each function makes its endpoint with the one function of this name in its `endpoint.ts`. */
const toCreate = async (name: string): Promise<Create> => {
	const path = `../../functions/${name}/endpoint.ts`;
	const module: Record<string, Create> = await import(path);
	const [create] = Object.entries(module).filter(([exported]) =>
		exported.endsWith("Endpoint"),
	);
	if (!create)
		throw new Error(`functions/${name}/endpoint.ts makes no endpoint`);
	return create[1];
};

const functions = await Promise.all(
	apiFunctions.map(async ({ name, endpoints }) => ({
		name,
		endpoints,
		create: await toCreate(name),
	})),
);

/** Every endpoint, from its exhibit, to be held to the common rules (`test/functions/common-rules`). */
export const everyEndpoint: readonly TestedEndpoint[] = exhibits.map(
	({ id, endpoint, caller, demo, errors }) => {
		const { routeKey } = endpoint;
		const { method, path } = toRoute(routeKey);
		const deployed = functions.find((one) => one.endpoints.includes(endpoint));
		if (!deployed)
			throw new Error(`lib/api-functions.ts has no function for ${routeKey}`);
		const { name, create } = deployed;
		const hasId = path.includes("{");
		const [notFoundCode] = errors[404] ?? [];
		const { inactiveUserCode = "INSUFFICIENT_PERMISSIONS" } = caller ?? {};
		return {
			...endpoint,
			...{ id, method, path, name, create, inactiveUserCode },
			...(caller && { caller }),
			...(demo.body && { body: demo.body }),
			...(hasId && { pathId: { toUrl: (one) => withId(path, one) } }),
			...((hasId || endpoint.idempotencyKey === "read") &&
				notFoundCode && { notFoundCode }),
		};
	},
);

/** Puts an id into a path of one id; of more, in place of the first one, or of all: `inv-0/payments/p-0`. */
function withId(path: string, id: string): string {
	const isWhole = id.includes("/") || path.split("{").length === 2;
	return path
		.replace(isWhole ? /\{.+\}/ : /\{[^}]+\}/, () => id)
		.replace(/\{[^}]+\}/g, "p-0");
}

/** The transitions of a payment request (A2 to A5). */
export const transitions = everyEndpoint.filter(
	({ name }) => name === "advance-workflow",
);

/** Status, and code of the error, of a request that nothing is wrong with. */
export const toExpected = ({ notFoundCode }: TestedEndpoint) =>
	notFoundCode
		? { status: 404, code: notFoundCode }
		: { status: 200, code: undefined };

const { org: _, apiKeys: __, ...demoRecords } = demoOrganization();

/** What those requests need in addition to `acme`: the records of the demo organization. */
export const everyEndpointAdditions: Partial<OrganizationFile> = demoRecords;

export interface FoundEndpoint {
	endpoint: TestedEndpoint;
	pathParameters: Record<string, string>;
}

/** As the gateway finds it: by method and decoded path, a literal segment before a parameter. */
export function findEndpoint(method: string, path: string): FoundEndpoint {
	const segments = path.split("/");
	const candidates = everyEndpoint
		.filter((endpoint) => endpoint.method === method)
		.flatMap((endpoint) => matchPath(endpoint, segments) ?? [])
		.toSorted((a, b) => countOf(a) - countOf(b));
	const [found] = candidates;
	if (!found) throw new Error(`No endpoint at ${method} ${path}`);
	return found;
}

const countOf = ({ pathParameters }: FoundEndpoint) =>
	Object.keys(pathParameters).length;

function matchPath(
	endpoint: TestedEndpoint,
	segments: readonly string[],
): FoundEndpoint | undefined {
	const pattern = endpoint.path.split("/");
	if (pattern.length !== segments.length) return undefined;
	const pathParameters: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment = segments[index] ?? "";
		const [, name] = /^\{(.+)\}$/.exec(expected) ?? [];
		if (name && segment) pathParameters[name] = segment;
		else if (segment !== expected) return undefined;
	}
	return { endpoint, pathParameters };
}
