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

/** Says on the reference page with which key requests can be tried; Markdown. */
export const demoNote = () =>
	`**The demo organization.** This local stack has imported it: enter the key \`demo-admin-key\`. It has the vendor \`v-steel\`, the purchase orders \`po-approved\` and \`po-draft\`, and the approved invoices \`inv-1001\` to \`inv-1010\`, among others.`;
