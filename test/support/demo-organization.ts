import { demoOrganizationFile } from "../../tools/local/demo-organization.ts";
import { readOrganizationFile } from "../../tools/organization-files/read-organization-file.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";

/** The demo organization, in which the requests of the exhibits work, without its many invoices for batches. */
export function demoOrganization(): OrganizationFile {
	const { invoices = [], ...file } = readOrganizationFile(demoOrganizationFile);
	return {
		...file,
		invoices: invoices.filter(({ slug }) => !slug.startsWith("inv-b-")),
	};
}
