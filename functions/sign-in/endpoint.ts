import { routedHandler } from "../../shared/http/routed-handler.ts";
import type { SignInDependencies } from "./dependencies.ts";
import { finishRoute } from "./finish-sign-in.ts";
import { createIssuer } from "./issuer/issuer.ts";
import type { Refuse } from "./refuse.ts";
import { listOrganizationsRoute } from "./sessions/list-organizations.ts";
import { listSessionsRoute } from "./sessions/list-sessions.ts";
import { renewRoute } from "./sessions/renew.ts";
import { signOutEverywhereRoute, signOutRoute } from "./sessions/sign-out.ts";
import { startRoute } from "./start-sign-in.ts";

/** Signing in to the console, and the sessions of whoever signed in (console W1). No endpoints of the API. */
export function signInEndpoint(dependencies: SignInDependencies) {
	const refuse: Refuse = (reason, error) => {
		dependencies.logger.info("A sign-in was refused", {
			operation: "sign-in",
			results: { [reason]: 1 },
		});
		return error;
	};
	const issuer = createIssuer({ ...dependencies, refuse });
	return routedHandler(
		[
			{ routeKey: "GET /console/sign-in", create: startRoute },
			{ routeKey: "GET /console/signed-in", create: finishRoute },
			{ routeKey: "POST /console/renew", create: renewRoute },
			{
				routeKey: "GET /console/organizations",
				create: listOrganizationsRoute,
			},
			{ routeKey: "GET /console/sessions", create: listSessionsRoute },
			{ routeKey: "POST /console/sign-out", create: signOutRoute },
			{
				routeKey: "POST /console/sign-out-everywhere",
				create: signOutEverywhereRoute,
			},
		],
		{ ...dependencies, issuer, refuse },
	);
}
