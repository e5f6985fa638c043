import { account } from "./template/account.ts";

/** How an SDK client reaches a local engine, which needs credentials and does not check them. */
export const localConnection = (endpoint: string) => ({
	endpoint,
	region: account.region,
	credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
