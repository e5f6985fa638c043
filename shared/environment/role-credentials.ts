import { roleCredentials } from "./config.ts";

/**
 * Replaces `@aws-sdk/credential-provider-node` in bundles (`lib/bundle.ts`). Lambda provides the role's credentials in
 * the environment; the other providers, such as files and single sign-on, would add 136 KB and an eighth of the load
 * time (ADR 11).
 */
export const defaultProvider = () => async () => roleCredentials();
