import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../docs/markdown.ts";

/** What is mutated together, and the tests that have to notice it. */
export interface Subject {
	folder: string;
	/** Percentage of mutants that have to be killed. */
	score: 85 | 95;
	/** Folders or files under `test`, without ending: what fails fastest comes first. */
	tests: readonly string[];
}

/** What the named tests leave alive is tried with those of all functions. */
const money = (folder: string, ...tests: string[]): Subject => ({
	folder,
	score: 95,
	tests: [folder, ...tests, "functions"],
});

const other = (folder: string, ...tests: string[]): Subject => ({
	folder,
	score: 85,
	tests: [folder, ...tests],
});

/** In the order of the damage that a bug does: what does not simply have the tests of its own folder. */
const ofItsOwn: readonly Subject[] = [
	money(
		"shared/payments",
		"functions/mark-as-paid",
		"functions/read-records/invoice-payments",
		"functions/reverse-payment",
		"functions/read-records/queries",
		"functions/read-records/requests",
		"functions/read-attempts",
		"functions/request-outcomes",
		"functions/update-invoice/concurrency",
		"functions/payment-worker",
		"functions/stop-batch",
	),
	money(
		"shared/invoices/item",
		"shared/payments",
		"functions/mark-as-paid",
		"functions/read-records/invoice-payments",
		"functions/reverse-payment",
		"functions/create-invoices",
		"functions/update-invoice",
		"functions/read-attempts",
	),
	...["stages", "workflow", "history", "inbox"].map(
		(room): Subject => ({
			folder: `shared/payment-requests/${room}`,
			score: 95,
			tests: [
				"shared/payment-requests",
				"functions/advance-workflow",
				"functions/approval-page",
				"functions/read-records/requests",
				"functions/torn-reads",
				"tools/organization-files/decided-requests",
				"functions",
			],
		}),
	),
	money(
		"shared/attempts",
		"functions/common-rules/idempotency",
		"functions/mark-as-paid/idempotency",
		"functions/read-attempts",
		"functions/request-outcomes",
	),
	money(
		"shared/batches",
		"functions/batch-status",
		"functions/mark-as-paid/batch",
		"functions/payment-worker",
		"functions/stop-batch",
		"functions/batch-sweeper",
		"functions/read-records/batches",
		"functions/request-outcomes",
		"tools/operator/dead-letters",
		"tools/operator/hold-batches",
	),
	{
		folder: "shared/payment-runs",
		score: 95,
		tests: [
			"functions/payment-runs",
			"functions/payment-worker",
			"functions/batch-sweeper",
			"functions/read-records",
			"functions/torn-reads",
			"tools/organization-files",
		],
	},
	{
		folder: "shared/sessions",
		score: 95,
		tests: [
			"shared/sessions",
			"functions/common-rules/sessions",
			"functions/sign-in",
			"functions/read-records",
			"tools/operator",
		],
	},
	{
		folder: "shared/organizations/api-keys",
		score: 95,
		tests: [
			"functions/common-rules/credentials",
			"functions/common-rules/suspension",
			"functions/read-records/key",
			"tools/organization-files/import-api-keys",
			"tools/operator/keys",
		],
	},
	money(
		"functions/mark-as-paid",
		"functions/request-outcomes",
		"functions/read-attempts/read-attempts",
		"functions/batch-sweeper",
		"functions/stop-batch",
	),
	{
		folder: "functions/payment-runs",
		score: 95,
		tests: ["functions/payment-runs", "functions/common-rules"],
	},
	money("functions/reverse-payment"),
	money(
		"functions/payment-worker",
		"functions/stop-batch",
		"functions/common-rules/test-events",
	),
	{
		folder: "functions/batch-sweeper",
		score: 95,
		// First: the folder's own tests would take all the time that a mutant has.
		tests: [
			"functions/stop-batch/races",
			"functions/batch-sweeper",
			"functions",
		],
	},
	money("functions/batch-status"),
	money("functions/stop-batch"),
	money("functions/advance-workflow", "functions/common-rules/credentials"),
	money("functions/approval-page", "functions/advance-workflow/log-lines"),
	money("functions/read-attempts"),
	other(
		"shared/payment-requests",
		"functions/vendor-advance",
		"functions/advance-workflow",
		"functions/read-records/payment-requests",
	),
	{
		folder: "shared/money",
		score: 85,
		tests: [
			"shared/organizations/taxes/tax",
			"shared/payment-requests/raise/advance-tax",
			"shared",
			"functions/mark-as-paid/mark-as-paid",
		],
	},
	other(
		"shared/invoices",
		"functions/create-invoices",
		"functions/update-invoice",
		"functions/read-records",
	),
	other(
		"shared/purchase-orders",
		"functions/purchase-order",
		"functions/update-purchase-order",
		"functions/read-records/purchase-orders",
		"functions/read-records/queries",
		"functions/common-rules/bounded-reads",
		"functions/vendor-advance",
		"tools/organization-files",
	),
	other(
		"shared/dynamodb",
		"shared/purchase-orders/insert-purchase-order",
		"shared/purchase-orders/checks/order-references",
		"functions/read-attempts/write-deadline",
		"functions/mark-as-paid",
		"functions/bulk-skus",
		"functions/create-invoices",
		"functions/vendor-advance",
		"functions/purchase-order/faults",
		"functions/common-rules/failures",
		"tools/organization-files",
	),
	other("functions/sign-in", "functions/common-rules/sessions"),
	other("shared/http", "functions/common-rules"),
	other("shared/queue", "functions/payment-worker"),
	other(
		"shared/mails",
		"functions/approval-mailer/mails",
		"functions/event-publisher/transitions",
		"functions/approval-page/links",
		"functions/approval-mailer/faults",
	),
	other(
		"functions/event-publisher",
		"functions/common-rules/notification-lines",
		"functions/common-rules/test-events",
	),
	other(
		"functions/approval-mailer",
		"functions/common-rules/notification-lines",
		"functions/common-rules/test-events",
		"functions/event-publisher",
	),
];

/** All other functions, each with its own tests. */
const otherFunctions = readdirSync(join(projectRoot, "functions"), {
	withFileTypes: true,
})
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => `functions/${name}`)
	.filter((path) => !ofItsOwn.some(({ folder }) => folder === path))
	.map((path) => other(path));

/** What none of them has. */
const theRest: readonly Subject[] = [
	other("functions", "functions"),
	other(
		"shared",
		"shared",
		"functions",
		"tools/organization-files",
		"tools/operator",
	),
	other("tools/organization-files"),
	{ folder: "client/src", score: 85, tests: ["client"] },
];

/** A path belongs to the first of them that contains it. */
export const subjects: readonly Subject[] = [
	...ofItsOwn,
	...otherFunctions,
	...theRest,
];
