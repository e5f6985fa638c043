/** Creates invoices, pays one, settles a lost answer and pages through a list. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import {
	AttemptsApi,
	Configuration,
	FetchError,
	InvoicesApi,
	PaymentsApi,
	ResponseError,
} from "./index.js";

const configuration = new Configuration({
	basePath: process.env.API ?? "",
	apiKey: `Api-Key ${process.env.API_KEY}`,
});
const invoices = new InvoicesApi(configuration);
const payments = new PaymentsApi(configuration);

const created = await invoices.createInvoices({
	createInvoicesRequest: {
		invoices: [0, 1, 2].map((number) => ({
			invoiceNumber: `TYPESCRIPT-${number}`,
			vendorId: "v-steel",
			amount: 123456789.12,
			invoiceDate: new Date("2026-11-02"),
			state: "APPROVED",
		})),
	},
});
const slugs = created.data.created.map(({ id }) => id);

const pay = (slug: string | undefined, xIdempotencyKey: string) =>
	payments.markAsPaid({
		xIdempotencyKey,
		markAsPaidRequest: {
			resourceType: "INVOICE",
			resources: [{ slug: `${slug}`, amount: 100000.01 }],
		},
	});

const paid = await pay(slugs[0], "typescript");
equal(paid.data.results?.[0]?.status, "DONE");
await rejects(pay(slugs[1], "lost-typescript"), FetchError);
const attempt = await new AttemptsApi(configuration).getMarkAsPaidAttempt({
	xIdempotencyKey: "lost-typescript",
});
equal(attempt.data.results?.[0]?.status, "RECORDED");
await rejects(
	pay(`${slugs[2]}-unknown`, "typescript-unknown"),
	(error) => error instanceof ResponseError && error.response.status === 422,
);

const dues = new Map<string, number>();
let cursor: string | null = null;
do {
	const page = await invoices.listInvoices({
		limit: 2,
		...(cursor !== null && { cursor }),
	});
	for (const { id, due } of page.data.items) dues.set(id, due);
	cursor = page.data.nextCursor;
} while (cursor !== null);
deepEqual(
	slugs.map((slug) => dues.get(slug)),
	[123356789.11, 123356789.11, 123456789.12],
);
