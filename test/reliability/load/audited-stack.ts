import type { Audited } from "../audited.ts";
import type { Told } from "../told.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { send } from "./send.ts";

/**
 * Most attempts of an organization that are asked for after a long run. Each reads all payments of its invoices, of
 * which the hammer records thousands: 200 attempts of each organization took eight minutes.
 */
const attemptsMax = 40;

/**
 * An organization of a stack that runs.
 *
 * @param apiKey Default: the organization's id.
 */
export const auditedStack = (
	{ url, table }: Pick<LoadedStack, "url" | "table">,
	organizationId: string,
	told: Told,
	apiKey = organizationId,
): Audited => ({
	table,
	organizationId,
	now: () => new Date(),
	send: (path, options) => send(url, apiKey, path, options),
	told,
	attemptsMax,
});
