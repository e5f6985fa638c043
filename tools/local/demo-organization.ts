import { join } from "node:path";
import { readOrganizationFile } from "../organization-files/read-organization-file.ts";

/** The project's example organization, which `npm start` imports by default. */
export const demoOrganizationFile = join(
	import.meta.dirname,
	"../organization-files/demo-organization.json",
);

/** A curl command that pays part of a demo invoice, printed when the service has started. */
export function firstRequest(url: string): string {
	const { apiKeys = [], invoices = [] } =
		readOrganizationFile(demoOrganizationFile);
	const apiKey = apiKeys.find((one) =>
		one.permissions.includes("payments:mark-paid"),
	);
	const invoice = invoices.find(
		({ state, lock }) => state === "APPROVED" && !lock,
	);
	const body = {
		resourceType: "INVOICE",
		resources: [{ slug: invoice?.slug, amount: 1 }],
	};
	return `curl ${url}/v1.0/payment/mark-as-paid \\
  -H 'Authorization: Api-Key ${apiKey?.key}' \\
  -H "x-idempotency-key: $(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
}

/** Tells the reference page with what key and records requests can be tried. */
export const demo = {
	apiKey: "demo-admin-key",
	note: "**The demo organization** is there: enter the key `demo-admin-key`. The first example of each operation works with its records.",
};
