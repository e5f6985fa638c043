import { account } from "./template/account.ts";

/** How an SDK client reaches an engine on this machine, which asks for credentials and looks at none. */
export const localConnection = (endpoint: string) => ({
	endpoint,
	region: account.region,
	credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
