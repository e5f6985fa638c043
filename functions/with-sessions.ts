import { sessionAnswers } from "../shared/http/session-answers.ts";
import { sessionAuthentication } from "../shared/http/session-request.ts";
import type { Session, SessionUser } from "../shared/sessions/session.ts";
import {
	findSession,
	findSessionCaller,
} from "../shared/sessions/sessions.store.ts";
import { cached } from "../shared/timing/cached.ts";
import { callerCacheSeconds, type Dependencies } from "./dependencies.ts";

/**
 * The dependencies of a function with endpoints that accept sessions of the console. Not part of `dependencies.ts`, so
 * that the other functions do not bundle it.
 */
export function withSessions<Given extends Dependencies>(given: Given): Given {
	const { table, pipeline } = given;
	const { clock } = pipeline;
	const find = (hash: string) => findSession(table, hash);
	const times = { seconds: callerCacheSeconds, clock };
	const findCaller = cached<Awaited<ReturnType<typeof findSessionCaller>>>(
		(key) => {
			const [email, user] = JSON.parse(key) as [string, SessionUser];
			return findSessionCaller(table, email, user);
		},
		times,
	);
	return {
		...given,
		pipeline: {
			...pipeline,
			authenticateSession: sessionAuthentication({
				findSession: find,
				findCachedSession: cached<Session>(find, times),
				findSessionCaller: (email, user) =>
					findCaller(JSON.stringify([email, user])),
				clock,
			}),
			sessionAnswers,
		},
	};
}
