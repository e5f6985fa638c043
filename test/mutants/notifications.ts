import type { Mutant } from "./mutant.ts";

const mails = "test/functions/approval-mailer/mails.test.ts";
const mailFaults = "test/functions/approval-mailer/faults.test.ts";
const mailText = "test/shared/mails/approval-mail.test.ts";
const events = "test/functions/event-publisher/events.test.ts";
const eventFaults = "test/functions/event-publisher/faults.test.ts";
const calls = "test/shared/notifications/event-calls.test.ts";
const stack = "test/lib/notifications.slow.test.ts";

/** Mails and events that are lost, doubled, early, or someone else's. */
export const notificationMutants: readonly Mutant[] = [
	{
		id: "mail-inactive",
		what: "approvers who are not active get mails",
		file: "shared/organizations/active-users.store.ts",
		search: ".filter(({ active }) => active)",
		replace: "",
		test: mails,
	},
	{
		id: "mail-not-recorded",
		what: "a mail is not recorded as sent: a repeated delivery sends it again",
		file: "functions/approval-mailer/send-mails.ts",
		search: "await recordSent(table, organizationId, mailId, clock());",
		replace: "void recordSent; void table; void clock;",
		test: mailFaults,
	},
	{
		id: "mail-recorded-first",
		what: "a mail is recorded before it is sent: a function that dies in between sends none",
		file: "functions/approval-mailer/send-mails.ts",
		search: "const [sending] = await Promise.allSettled([send()]);",
		replace:
			"await recordSent(table, organizationId, mailId, clock());\n\tconst [sending] = await Promise.allSettled([send()]);",
		test: mailFaults,
	},
	{
		id: "mail-failure-swallowed",
		what: "a mail that was not sent counts as done",
		file: "functions/approval-mailer/handle-record.ts",
		search: `return error === undefined && !log.outcomes.includes("LATER");`,
		replace: `return !log.outcomes.includes("LATER");`,
		test: mailFaults,
	},
	{
		id: "mail-decided",
		what: "an advance that was decided meanwhile still asks for approval",
		file: "functions/approval-mailer/ask-approvers.ts",
		search: `approval?.state !== "OPEN" || `,
		replace: "!approval || ",
		test: mails,
	},
	{
		id: "mail-lines",
		what: "a narration can add lines to a mail",
		file: "shared/mails/mail-text.ts",
		search: "/[\\p{Cc}\\p{Zl}",
		replace: "/[\\p{Zl}",
		test: mailText,
	},
	{
		id: "mail-autolink",
		what: "a narration can add a link to a mail",
		file: "shared/mails/mail-text.ts",
		search: ".replaceAll(linkable, `$&${wordJoiner}`)",
		replace: "",
		test: mailText,
	},
	{
		id: "mail-html",
		what: "a narration can add HTML to a mail",
		file: "shared/mails/mail-text.ts",
		search: `text.replaceAll(/[&<>"']/g`,
		replace: `text.replaceAll(/[&"']/g`,
		test: mailText,
	},
	{
		id: "event-of-import",
		what: "an organization file announces what it imports",
		file: "shared/events/change-events.store.ts",
		search: "if (isImported(change)) return [];",
		replace: "void isImported;",
		test: events,
	},
	{
		id: "event-without-old-image",
		what: "a change without its old image is taken for a creation",
		file: "shared/events/record-change.store.ts",
		search: `NewImage && (OldImage || eventName === "INSERT")`,
		replace: "NewImage",
		test: eventFaults,
	},
	{
		id: "event-refused",
		what: "events that the bus refuses count as published",
		file: "functions/event-publisher/event-publisher.ts",
		search: "const refused = found[accepted];",
		replace: "const refused = found[accepted + found.length];",
		test: eventFaults,
	},
	{
		id: "event-order",
		what: "two events of one record are in one call, whose entries the bus may refuse one by one",
		file: "shared/notifications/event-calls.ts",
		search: "call.some(({ record }) => record === event.record)",
		replace: "false",
		test: calls,
	},
	{
		id: "stream-from-its-end",
		what: "what is written until the readers work is not announced",
		file: "lib/notifications/read-stream.ts",
		search: "StartingPosition.TRIM_HORIZON",
		replace: "StartingPosition.LATEST",
		test: stack,
	},
	{
		id: "stream-new-image",
		what: "the stream of a stage with events has no old images",
		file: "lib/table.ts",
		search: "? StreamViewType.NEW_AND_OLD_IMAGES",
		replace: "? StreamViewType.NEW_IMAGE",
		test: stack,
	},
];
