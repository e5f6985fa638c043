import { withoutTimeouts } from "./client-extension.ts";
import { account } from "./template/account.ts";

/**
 * Settings of an SDK client for a local engine, which requires credentials but does not check them.
 *
 * @param sessionToken The token for the AWS gateway of a stack, which checks it.
 */
export const localConnection = (endpoint: string, sessionToken?: string) => ({
	endpoint,
	region: account.region,
	credentials: {
		accessKeyId: "local",
		secretAccessKey: "local",
		...(sessionToken && { sessionToken }),
	},
	extensions: [withoutTimeouts],
});
