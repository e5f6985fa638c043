import { isInstant } from "../../../../shared/dates/calendar-date.ts";
import type { Table } from "../../../../shared/dynamodb/table.ts";
import {
	findInvoice,
	invoiceList,
} from "../../../../shared/invoices/read-invoices.store.ts";
import { toExactJson } from "../../../../shared/json/exact-json.ts";
import { readAll } from "../../../../shared/lists/read-page.store.ts";
import type { RecordList } from "../../../../shared/lists/record-list.store.ts";
import { paymentRequestHistory } from "../../../../shared/payment-requests/history/read-history.store.ts";
import {
	findPaymentRequest,
	paymentRequestList,
} from "../../../../shared/payment-requests/read-payment-requests.store.ts";
import { invoicePaymentList } from "../../../../shared/payments/read-payments.store.ts";
import {
	findPurchaseOrder,
	purchaseOrderList,
} from "../../../../shared/purchase-orders/read-purchase-orders.store.ts";
import { CommandError } from "../../command-error.ts";
import { requireOrganization } from "../../organizations/require-organization.ts";
import { askAgain, openApprovals } from "../../payment-requests/ask-again.ts";
import {
	arrayText,
	type Command,
	operands,
	requireOption,
	UsageError,
} from "../command.ts";

export const invoiceListCommand = listCommand(
	"list the organization's invoices, newest first, in the API's format",
	(table, organizationId, now) => invoiceList(table, { organizationId, now }),
);

export const invoiceShowCommand = showCommand(
	"invoice",
	(table, { organizationId, now, id }) =>
		findInvoice(table, { organizationId, now }, [id]),
);

export const invoicePaymentsCommand = partsCommand(
	"invoice",
	"list the payments of the invoice with this id, last recorded first, in the API's format",
	invoicePaymentList,
);

export const orderListCommand = listCommand(
	"list the organization's purchase orders, newest first, in the API's format",
	(table, organizationId) => purchaseOrderList(table, organizationId),
);

export const orderShowCommand = showCommand(
	"purchase order",
	(table, { organizationId, id }) =>
		findPurchaseOrder(table, organizationId, [id]),
);

export const requestListCommand = listCommand(
	"list the organization's payment requests, newest first, in the API's format",
	(table, organizationId) => paymentRequestList(table, organizationId),
);

export const requestShowCommand = showCommand(
	"payment request",
	(table, { organizationId, id }) =>
		findPaymentRequest(table, organizationId, id),
);

export const requestHistoryCommand = partsCommand(
	"payment request",
	"list the history of the payment request with this id, newest first, in the API's format",
	paymentRequestHistory,
);

export const requestAskAgainCommand: Command = {
	usage: "<orgId> --asked-before <instant> [--dry-run]",
	summary:
		"ask the approvers of all open approvals again, with new mails and links, ten a second",
	notes: `--asked-before <instant>  RFC 3339; who was asked at or after it is left alone: repeated with the same instant after an
                          interruption, the command asks no one twice
--dry-run                 change nothing; print whom the command would ask`,
	options: {
		"asked-before": { type: "string" },
		"dry-run": { type: "boolean" },
	},
	prepare(args) {
		const { orgId: organizationId } = operands(args, "orgId");
		const askedBefore = requireOption(args, "asked-before");
		if (!isInstant(askedBefore))
			throw new UsageError(
				`--asked-before ${askedBefore} is not an RFC 3339 instant, such as 2026-11-21T10:00:00Z`,
			);
		const isDryRun = args.values["dry-run"] === true;
		return async ({ table, audit, now, write }) => {
			const asking = { organizationId, askedBefore, now };
			if (isDryRun) {
				await write(arrayText(openApprovals(table, asking)));
				return;
			}
			const asked = askAgain(audit.tableFor(organizationId), asking, (count) =>
				audit.count(organizationId, { asked: count }),
			);
			if (await write(arrayText(asked))) return;
			throw new CommandError(
				"Perhaps not all were asked, because the output was closed: repeat the command with the same --asked-before",
			);
		};
	},
};

/** A command that prints all records of a list (R1) as one JSON array. */
function listCommand(
	summary: string,
	open: (table: Table, organizationId: string, now: Date) => RecordList,
): Command {
	return {
		usage: "<orgId>",
		summary,
		prepare(args) {
			const { orgId } = operands(args, "orgId");
			return async ({ table, now, write }) => {
				await requireOrganization(table, orgId);
				await write(arrayText(readAll(open(table, orgId, now))));
			};
		},
	};
}

/** A command that prints all that a list of one record has. */
function partsCommand(
	kind: string,
	summary: string,
	open: (
		table: Table,
		organizationId: string,
		id: string,
	) => Promise<RecordList | undefined>,
): Command {
	return {
		usage: "<orgId> <id>",
		summary,
		prepare(args) {
			const { orgId, id } = operands(args, "orgId", "id");
			return async ({ table, write }) => {
				await requireOrganization(table, orgId);
				const entries = await open(table, orgId, id);
				if (!entries) throw notFound(kind, { orgId, id });
				await write(arrayText(readAll(entries)));
			};
		},
	};
}

/** A command that prints a record in the format of GET by id. */
function showCommand(
	kind: string,
	find: (
		table: Table,
		named: { organizationId: string; now: Date; id: string },
	) => Promise<{ record: object } | undefined>,
): Command {
	return {
		usage: "<orgId> <id>",
		summary: `show the ${kind} with this id in the API's format`,
		prepare(args) {
			const { orgId, id } = operands(args, "orgId", "id");
			return async ({ table, now, write }) => {
				await requireOrganization(table, orgId);
				const found = await find(table, { organizationId: orgId, now, id });
				if (!found) throw notFound(kind, { orgId, id });
				await write([`${toExactJson(found.record, "  ")}\n`]);
			};
		},
	};
}

const notFound = (kind: string, { orgId, id }: { orgId: string; id: string }) =>
	new CommandError(
		`There is no ${kind} ${JSON.stringify(id)} in ${orgId}: \`${kind.split(" ").at(-1)} list\` shows them`,
	);
