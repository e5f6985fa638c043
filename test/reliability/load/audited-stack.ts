import type { Audited } from "../audited.ts";
import type { Told } from "../told.ts";
import type { LoadedStack } from "./loaded-stack.ts";
import { send } from "./send.ts";

/** Most attempts of an organization that are asked for after a long run. */
const attemptsMax = 200;

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
