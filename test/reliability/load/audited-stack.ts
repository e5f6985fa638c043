import type { Audited } from "../audited.ts";
import type { Reported } from "../reported.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { send } from "./send.ts";

/**
 * An organization of a stack that runs.
 *
 * @param apiKey Default: the organization's id.
 */
export const auditedStack = (
	{ url, table }: Pick<LoadedStack, "url" | "table">,
	organizationId: string,
	reported: Reported,
	apiKey = organizationId,
): Audited => ({
	table,
	organizationId,
	now: () => new Date(),
	send: (path, options) => send(url, apiKey, path, options),
	reported,
});

/**
 * An organization whose invoices have thousands of payments. Each attempt reads all of them, so that only 20 requests
 * are asked for: 200 took eight minutes in six organizations.
 */
export const auditedLoad = (
	...audited: Parameters<typeof auditedStack>
): Audited => ({ ...auditedStack(...audited), askedMax: 20 });
