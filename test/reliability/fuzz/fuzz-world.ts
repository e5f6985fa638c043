import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { toRoute } from "../../../shared/endpoints/endpoint.ts";
import { preparedRequest } from "../../../tools/exhibits/check-exhibit.ts";
import type { DemoRequest } from "../../../tools/exhibits/demo.ts";
import {
	exhibits,
	type NamedExhibit,
} from "../../../tools/exhibits/exhibits.ts";
import {
	type HttpFront,
	startHttpFront,
} from "../../../tools/local/http-front/http-front.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { workOff } from "../../support/batches.ts";
import { demoOfTests, demoWorld } from "../../support/demo.ts";
import { everyEndpoint } from "../../support/every-endpoint.ts";
import { openWorld, type World } from "../../support/world.ts";
import { type PathIds, unknownId } from "./requests/fuzzed-request.ts";
import { knownRecords } from "./values/known-values.ts";

/** A world behind the real HTTP front, with the demo organization and records for the requests to one endpoint. */
export interface FuzzWorld extends AsyncDisposable {
	world: World;
	front: HttpFront;
	/** The route that a request of this id was for. */
	routeKeyOf: (requestId: string) => string | undefined;
	ids: PathIds;
}

export async function openFuzzWorld(routeKey: string): Promise<FuzzWorld> {
	const world = await openWorld();
	await world.import(organization());
	const exhibit = exhibits.find((one) => one.endpoint.routeKey === routeKey);
	if (!exhibit) throw new Error(`tools/exhibits has no ${routeKey}`);
	const ids = await createIds(world, exhibit);
	const routeKeys = new Map<string, string>();
	const handlers = new Map(
		everyEndpoint.map((endpoint) => [
			`${endpoint.method} ${endpoint.path}`,
			{
				name: endpoint.name,
				handle: endpoint.create(world.dependencies, world.queue.send),
			},
		]),
	);
	const front = await startHttpFront({
		port: 0,
		routes: [...handlers.keys()].map((routeKey) => ({
			routeKey,
			functionArn: routeKey,
		})),
		host: {
			async invoke(routeKey, event) {
				const { requestContext } = event as APIGatewayProxyEventV2;
				routeKeys.set(requestContext.requestId, routeKey);
				const handler = handlers.get(routeKey);
				if (!handler) throw new Error(`No endpoint at ${routeKey}`);
				const received = JSON.parse(JSON.stringify(event));
				const answer = await world.runAs(handler.name, () =>
					handler.handle(received, world.lambdaContext()),
				);
				return { answer: JSON.stringify(answer) };
			},
		},
	});
	return {
		world,
		front,
		routeKeyOf(requestId) {
			const routeKey = routeKeys.get(requestId);
			routeKeys.delete(requestId);
			return routeKey;
		},
		ids,
		async [Symbol.asyncDispose]() {
			await front.stop();
			await world[Symbol.asyncDispose]();
		},
	};
}

/** Its invoices can be paid by thousands of requests. */
function organization(): OrganizationFile {
	const { invoices = [], ...file } = demoOfTests();
	const large = invoices.map(({ due: _, ...invoice }) => ({
		...invoice,
		amount: 1e9,
	}));
	return { ...file, invoices: large };
}

/** The key of the attempts that there are. */
export const knownKey = "k";

/** How many records of its own an endpoint gets that needs one for its path. */
const preparedCount = 10;

/** What the exhibit prepares, again and again; if it prepares nothing, the records of the demo organization. */
async function createIds(
	world: World,
	exhibit: NamedExhibit,
): Promise<PathIds> {
	const { endpoint, demo, names = {} } = exhibit;
	const { method, path } = toRoute(endpoint.routeKey);
	const isOfAttempt = endpoint.idempotencyKey === "read";
	const service = demoWorld(world, {
		...(isOfAttempt && { newText: () => knownKey }),
	});
	const ids = new Set<string>();
	for (let count = 0; count < (isOfAttempt ? 1 : preparedCount); count += 1) {
		const request = await preparedRequest(exhibit, service);
		ids.add(toId(path, request.path));
		await workOff(world);
	}
	for (const [place, named] of demo.prepare ? [] : Object.entries(names))
		if (typeof named === "string" && path.includes(`{${place}}`))
			for (const id of knownRecords[named] ?? []) ids.add(`${id}`);
	const [kept = "", ...others] = [...ids].filter((id) => /^[\w/-]*$/.test(id));
	const isChanging =
		method === "PATCH" || /\/(reversal|release|discard)$/.test(path);
	return { kept, named: [...(isChanging ? [] : [kept]), ...others, unknownId] };
}

/** All from the first id of the path to the last one; nothing: it has none. */
const toId = (path: string, ids: DemoRequest["path"] = {}): string =>
	(/\{.+\}/.exec(path)?.[0] ?? "").replaceAll(
		/\{(.+?)\}/g,
		(_, name: string) => ids[name] ?? "",
	);
