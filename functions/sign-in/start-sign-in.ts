import type { Reply } from "../../shared/http/response.ts";
import {
	randomText,
	type SignInAttempt,
	toAttemptCookies,
} from "./attempt-cookie.ts";
import { browserRoute } from "./browser-route.ts";
import type { RoutedDependencies } from "./dependencies.ts";
import { toPage } from "./page-to-open.ts";

/**
 * `GET /console/sign-in`: leads to the issuer. The query has the `page` to come back to, and `reauthenticate=true` asks
 * the issuer to ask the person again.
 */
export const startRoute = (dependencies: RoutedDependencies) =>
	browserRoute(
		{
			operation: "sign-in",
			parse: (event) => event,
			async run(event, { now }): Promise<Reply> {
				const { page, reauthenticate } = event.queryStringParameters ?? {};
				const state = randomText();
				const attempt: SignInAttempt = {
					nonce: randomText(),
					verifier: randomText(),
					page: toPage(page),
					isRepeated: reauthenticate === "true",
					startedAt: now.getTime(),
				};
				const url = await dependencies.issuer.toSignInUrl(state, attempt);
				return {
					status: 302,
					body: "",
					headers: { location: url.href },
					cookies: toAttemptCookies(event, state, attempt),
				};
			},
		},
		dependencies,
	);
