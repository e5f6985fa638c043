import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Clock } from "../../environment/clock.ts";
import { toSecretHash } from "../../organizations/api-keys/secret-hash.ts";
import type { Caller } from "../../organizations/organization.ts";
import { invalidApiKey, missingCredentials } from "../errors.ts";

export type AuthenticatedEvent = APIGatewayProxyEventV2 & { caller: Caller };

/** Finds the caller of the API key with this SHA-256 (hex); undefined when the key is unknown or revoked. */
export type FindCaller = (secretHash: string) => Promise<Caller | undefined>;

/** Finds the caller of a session of the console; throws the caller's error when there is none. */
export type AuthenticateSession = (
	event: APIGatewayProxyEventV2,
) => Promise<Caller>;

/**
 * Spec 5: `Authorization: Api-Key <API_KEY>`. Console W1: in its place, a session, for the endpoints that accept one.
 * Sets `caller` on the event.
 */
export function authenticate({
	findCaller,
	authenticateSession,
	clock,
}: {
	findCaller: FindCaller;
	/** Absent: the endpoint accepts no session. */
	authenticateSession?: AuthenticateSession | undefined;
	clock: Clock;
}): MiddlewareObj<AuthenticatedEvent> {
	return {
		before: async ({ event }) => {
			const { authorization } = event.headers;
			event.caller =
				authorization === undefined && authenticateSession
					? await authenticateSession(event)
					: await authenticateKey(authorization);
		},
	};

	async function authenticateKey(authorization?: string): Promise<Caller> {
		const secret = readSecret(authorization);
		if (!secret) throw missingCredentials();

		const caller = await findCaller(toSecretHash(secret));
		if (!caller || isPast(caller.expiresAt, clock())) throw invalidApiKey();
		return caller;
	}
}

function readSecret(authorization = ""): string | undefined {
	return /^api-key\s+(.+)$/i.exec(authorization.trim())?.[1];
}

function isPast(expiresAt: string | null, now: Date): boolean {
	return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}
