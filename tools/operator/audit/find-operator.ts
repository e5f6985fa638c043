import { userInfo } from "node:os";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";

/** No command waits longer for the identity of its caller, because stopping payments must not depend on STS. */
const timeouts = { connectionTimeout: 1_000, requestTimeout: 2_500 };

/** Who runs a command on AWS, and where. */
export interface AwsCaller {
	/**
	 * The ARN of the IAM identity. If STS does not tell it, this is the access key's id, by which CloudTrail finds the
	 * identity.
	 */
	operator: string;
	/** The id of the account; null when STS does not tell it. */
	account: string | null;
	region: string;
}

/**
 * Asks STS who the caller is. This needs no permission: IAM cannot refuse it.
 *
 * @throws When there are no credentials, or no region.
 */
export async function findAwsCaller(place: {
	region?: string;
}): Promise<AwsCaller> {
	const client = new STSClient({
		...place,
		maxAttempts: 2,
		requestHandler: { ...timeouts, throwOnRequestTimeout: true },
	});
	const region = await client.config.region();
	const { accessKeyId } = await client.config.credentials();
	const identity = await client
		.send(new GetCallerIdentityCommand({}))
		.catch(() => undefined);
	client.destroy();
	return {
		operator:
			identity?.Arn ?? `access key ${accessKeyId} (STS did not tell whose)`,
		account: identity?.Account ?? null,
		region,
	};
}

/** The user of the system, who acts on a local store. */
export function findLocalUser(): string {
	try {
		return `local user ${userInfo().username}`;
	} catch {
		// In a container, a user may have no name.
		return `local user ${process.getuid?.() ?? "without a name"}`;
	}
}
