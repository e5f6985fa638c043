import { userInfo } from "node:os";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";

/** No command waits longer for the identity of its caller: stopping payments must not depend on STS. */
const timeouts = { connectionTimeout: 1_000, requestTimeout: 2_500 };

/**
 * The ARN of the caller's IAM identity. Needs no permission: IAM cannot refuse it. When STS does not tell, the access
 * key's id, by which CloudTrail finds the identity.
 *
 * @throws When there are no credentials.
 */
export async function findIamIdentity(place: {
	region?: string;
}): Promise<string> {
	const client = new STSClient({
		...place,
		maxAttempts: 2,
		requestHandler: { ...timeouts, throwOnRequestTimeout: true },
	});
	const { accessKeyId } = await client.config.credentials();
	try {
		const { Arn } = await client.send(new GetCallerIdentityCommand({}));
		return Arn ?? byAccessKey(accessKeyId);
	} catch {
		return byAccessKey(accessKeyId);
	} finally {
		client.destroy();
	}
}

const byAccessKey = (accessKeyId: string) =>
	`access key ${accessKeyId} (STS did not tell whose)`;

/** The system's user, of a local store. */
export function findLocalUser(): string {
	try {
		return `local user ${userInfo().username}`;
	} catch {
		// In a container, a user may have no name.
		return `local user ${process.getuid?.() ?? "without a name"}`;
	}
}
