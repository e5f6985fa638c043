import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { signInEndpoint } from "../../../functions/sign-in/endpoint.ts";
import { signInRoutes } from "../../../lib/sign-in/sign-in-routes.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import type { SignInSettings } from "../../../shared/environment/config.ts";
import { newUlid } from "../../../shared/environment/ids.ts";
import { toApiEvent } from "../../../tools/local/http-front/api-event.ts";
import { startLocalIssuer } from "../../../tools/local/issuer/local-issuer.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme } from "../../support/acme.ts";
import { CapturedLogger } from "../../support/captured-log.ts";
import { openBrowser } from "../../support/console/browser.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { serviceAccessKeyId, type World } from "../../support/world.ts";

export const asha = "Asha@Acme.example";

export const people = (): Partial<OrganizationFile> => ({
	users: [
		{
			id: "u-asha",
			name: "Asha",
			role: "ADMIN",
			email: asha,
			permissions: ["payments:release"],
		},
		{ id: "u-admin", name: "Admin", role: "ADMIN" },
	],
});

/** The function of signing in, served as the gateway serves it, at the time of this machine. */
export async function serveSignIn(
	world: World,
	given: {
		settings?: Partial<SignInSettings>;
		secret?: string;
		table?: Table;
	} = {},
) {
	world.time.now = new Date();
	const logger = new CapturedLogger();
	const metrics: object[] = [];
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = addressOf(server);
	const issuer = await startLocalIssuer({
		table: world.table,
		consoleUrl: () => url,
	});
	const handler = signInEndpoint({
		table: given.table ?? world.connect(serviceAccessKeyId),
		settings: {
			issuer: issuer.url,
			clientId: "console",
			redirectUri: `${url}/console/signed-in`,
			...given.settings,
		},
		readSecret: async () => given.secret,
		clock: () => world.time.now,
		newId: newUlid,
		logger,
		emitMetrics: (values) => {
			metrics.push(values);
		},
	});
	server.on("request", (request, response) => {
		answer(request, response).catch((error: unknown) => {
			response.writeHead(500).end(`${error}`);
		});
	});
	async function answer(request: IncomingMessage, response: ServerResponse) {
		const [path = "", query = ""] = `${request.url}`.split("?");
		const routeKey = `${request.method} ${path}`;
		if (!signInRoutes.some((route) => route.path === path))
			return response.end("a page");
		const event: APIGatewayProxyEventV2 = toApiEvent(
			request,
			{ path, query },
			Buffer.alloc(0),
			{ routeKey, functionArn: "", pathParameters: {} },
		);
		const answered = await world.runAs("sign-in", async () =>
			handler(event, lambdaContext()),
		);
		const { statusCode = 200, headers = {}, cookies = [], body } = answered;
		response.writeHead(statusCode, {
			...(headers as Record<string, string>),
			"set-cookie": cookies,
		});
		return response.end(body);
	}
	return {
		url,
		issuerUrl: issuer.url,
		logger,
		metrics,
		browser: openBrowser(),
		stopIssuer: () => issuer.stop(),
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
			await issuer.stop();
		},
	};
}

const addressOf = (server: Server) =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export const acmePeople = () => acme(people());
