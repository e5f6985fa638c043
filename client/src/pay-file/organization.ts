import type { ClientContext } from "../client-context.ts";
import type { Organization } from "../generated/openapi.ts";

export interface OpenedOrganization {
	id: string;
	baseCurrency: string;
	/** An IANA name. */
	timezone: string;
	/** Milliseconds since 1970, by the service's clock: that of this machine, or of a former run's, may be wrong. */
	now(): number;
}

/** @param localNow For a gateway that does not send the time. */
export async function openOrganization(
	{ sendRepeatedly, timing }: ClientContext,
	localNow: () => number,
): Promise<OpenedOrganization> {
	const path = "/v1.0/organization";
	const { body, headers } = await sendRepeatedly({ method: "GET", path });
	const date = Date.parse(headers.get("date") ?? "");
	const start = (Number.isNaN(date) ? localNow() : date) - timing.now();
	// Unchecked cast: the OpenAPI document gives the answer this shape.
	const { id, baseCurrency, timezone } = body.data as Organization;
	return { id, baseCurrency, timezone, now: () => start + timing.now() };
}
