import type { Client, Invoked } from "./client.ts";
import { markAsPaidEvent, toResource } from "./mark-as-paid-event.ts";

/** Pays invoices by one request. */
export async function payInvoices(
	client: Client,
	slugs: readonly string[],
): Promise<Invoked> {
	const event = markAsPaidEvent(slugs.map(toResource));
	const invoked = await client.ask({ event });
	const { statusCode, body } = invoked.response;
	if (statusCode === 200) return invoked;
	throw new Error(`Not paid: ${statusCode} ${body}`);
}
