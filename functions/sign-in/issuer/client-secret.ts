import {
	GetSecretValueCommand,
	ResourceNotFoundException,
	SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { AwsConnection } from "../../../shared/environment/aws-connection.ts";

/** The secret of the client at the issuer, as it is now; undefined: nobody has written one, since the client has none. */
export type ReadSecret = () => Promise<string | undefined>;

/**
 * Not cached: people sign in seldom, and a secret that was replaced counts at once.
 *
 * @param arn undefined: the client has no secret.
 */
export function connectClientSecret(
	arn: string | undefined,
	connection: AwsConnection = {},
): ReadSecret {
	if (arn === undefined) return async () => undefined;
	const client = new SecretsManagerClient({
		...connection,
		retryMode: "standard",
		maxAttempts: 3,
		requestHandler: {
			connectionTimeout: 1_000,
			requestTimeout: 2_500,
			throwOnRequestTimeout: true,
		},
	});
	return async () => {
		try {
			const { SecretString } = await client.send(
				new GetSecretValueCommand({ SecretId: arn }),
			);
			if (!SecretString) throw new Error("The client secret is empty");
			return SecretString;
		} catch (error) {
			// The stack creates it without a value (`lib/sign-in/client-secret.ts`).
			if (error instanceof ResourceNotFoundException) return undefined;
			throw error;
		}
	};
}
