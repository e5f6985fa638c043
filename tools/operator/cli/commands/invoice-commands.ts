import { lockInvoice, unlockInvoice } from "../../invoices/lock-invoice.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import {
	type Command,
	operands,
	requireOption,
	yesOption,
} from "../command.ts";
import { readDuration } from "../time-arguments.ts";

export const invoiceLockCommand: Command = {
	usage: "<orgId> <slug> --for <duration>",
	summary: "lock an invoice, as the web application does",
	options: { for: { type: "string" } },
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		const milliseconds = readDuration("--for", requireOption(args, "for"));
		return async ({ table, audit, now }) => {
			await requireOrganization(table, orgId);
			const invoice = { organizationId: orgId, slug };
			await lockInvoice(audit.tableFor(orgId), invoice, { milliseconds, now });
		};
	},
};

export const invoiceUnlockCommand: Command = {
	usage: "<orgId> <slug> [--yes]",
	summary: "release an invoice's lock, regardless of its holder",
	options: yesOption,
	prepare(args) {
		const { orgId, slug } = operands(args, "orgId", "slug");
		return async ({ table, audit, now, confirm }) => {
			await requireOrganization(table, orgId);
			const invoice = { organizationId: orgId, slug };
			await confirm(
				`Release the lock of invoice ${slug} of ${orgId}, whoever holds it?`,
			);
			await unlockInvoice(audit.tableFor(orgId), invoice, now);
		};
	},
};
