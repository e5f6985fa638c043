import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Clock } from "../../environment/clock.ts";
import { toSecretHash } from "../../organizations/api-keys/secret-hash.ts";
import type { Caller } from "../../organizations/organization.ts";
import { invalidApiKey, missingCredentials } from "../errors.ts";

export type AuthenticatedEvent = APIGatewayProxyEventV2 & { caller: Caller };

/** Finds the caller of the API key with this SHA-256 (hex); undefined when the key is unknown or revoked. */
export type FindCaller = (secretHash: string) => Promise<Caller | undefined>;

/** Spec 5: `Authorization: Api-Key <API_KEY>`. Sets `caller` on the event. */
export function authenticate(
	findCaller: FindCaller,
	clock: Clock,
): MiddlewareObj<AuthenticatedEvent> {
	return {
		before: async ({ event }) => {
			const secret = readSecret(event.headers.authorization);
			if (!secret) throw missingCredentials();

			const caller = await findCaller(toSecretHash(secret));
			if (!caller || isPast(caller.expiresAt, clock())) throw invalidApiKey();
			event.caller = caller;
		},
	};
}

function readSecret(authorization = ""): string | undefined {
	return /^api-key\s+(.+)$/i.exec(authorization.trim())?.[1];
}

function isPast(expiresAt: string | null, now: Date): boolean {
	return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}
