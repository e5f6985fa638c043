import {
	GetSecretValueCommand,
	ResourceNotFoundException,
	SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { AwsConnection } from "../../../shared/environment/aws-connection.ts";

/** Reads the present secret of the client at the issuer; undefined when the client has none, so that nobody wrote one. */
export type ReadSecret = () => Promise<string | undefined>;

/**
 * The secret is not cached: people sign in seldom, and a replaced secret counts at once.
 *
 * @param arn undefined when the client has no secret.
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
