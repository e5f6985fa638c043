import { listPayments, paymentsCsv } from "../../export/payments.ts";
import { arrayText, type Command, operands, option } from "../command.ts";
import { readDay } from "../time-arguments.ts";

export const paymentsCommand: Command = {
	usage: "<orgId> [--vendor <id>] [--from <date>] [--to <date>] [--json]",
	summary:
		"print the payments whose paymentDate is in a period, reversed ones included, as CSV",
	notes: `--vendor  only payments of invoices of this vendor
--from    the first day
--to      the last day, which is included
--json    print them as a JSON array
People are shown by their user id. In the CSV, a text that begins like a formula has an apostrophe before it.`,
	options: {
		vendor: { type: "string" },
		from: { type: "string" },
		to: { type: "string" },
		json: { type: "boolean" },
	},
	prepare(args) {
		const { orgId: organizationId } = operands(args, "orgId");
		const filters = {
			vendorId: option(args, "vendor"),
			from: readDay("--from", option(args, "from")),
			to: readDay("--to", option(args, "to")),
		};
		const toText = args.values.json === true ? arrayText : paymentsCsv;
		return async ({ table, now, showProgress, write }) => {
			const place = { table, organizationId, now };
			await write(toText(await listPayments(place, filters, showProgress)));
		};
	},
};
