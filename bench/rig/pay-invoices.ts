import type { Client, Invoked } from "./client.ts";
import { markAsPaidEvent } from "./mark-as-paid-event.ts";

/**
 * Has invoices paid by one request.
 *
 * @throws When one of them is not paid: what fails fast is no measure.
 */
export async function payInvoices(
	client: Client,
	slugs: readonly string[],
): Promise<Invoked> {
	const invoked = await client.ask({ event: markAsPaidEvent(slugs) });
	const { statusCode, body = "{}" } = invoked.response;
	const { results = [] }: { results?: { status: string }[] } =
		JSON.parse(body).data ?? {};
	const paid = results.filter(({ status }) => status === "DONE").length;
	if (paid === slugs.length) return invoked;
	throw new Error(`${paid} of ${slugs.length} paid: ${statusCode} ${body}`);
}
