import { withoutTimeouts } from "./client-extension.ts";
import { account } from "./template/account.ts";

/** SDK client settings for a local engine, which requires credentials but does not check them. */
export const localConnection = (endpoint: string) => ({
	endpoint,
	region: account.region,
	credentials: { accessKeyId: "local", secretAccessKey: "local" },
	extensions: [withoutTimeouts],
});
