import { roleCredentials } from "./config.ts";

/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles (`lib/bundling.ts`): a Lambda is handed its
 * role's credentials in the environment, so the other ten places where the SDK would look are left out. They
 * are 136 KB, and a tenth of the time that a cold start takes.
 */
export const defaultProvider = () => async () => roleCredentials();
