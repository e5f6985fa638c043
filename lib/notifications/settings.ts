/** Which notifications a stage sends. */
export interface NotificationSettings {
	/** Address that mails to approvers come from, of an identity that SES has verified; undefined: no mails. */
	sender: string | undefined;
	/** `ALL`, all but the most frequent type, or none. */
	events: "ALL" | "WITHOUT_INVOICE_PAID" | "NONE";
}

/** Reads a value of the CDK's context: `-c <name>=<value>`, or `cdk.json`. */
export type ReadContext = (name: string) => unknown;

/**
 * The settings `notifications.sender` and `events`. Nothing is sent unless the stage asks for it.
 *
 * @throws When a value is not valid: a deployment with it would send nothing, or fail.
 */
export const toNotificationSettings = (
	read: ReadContext,
): NotificationSettings => ({
	sender: toSender(read("notifications.sender")),
	events: toEvents(read("events")),
});

function toSender(value: unknown): string | undefined {
	if (value === undefined) return undefined;
	const isAddress =
		typeof value === "string" && /^[\w.+-]+@([\w-]+\.)+[\w-]+$/.test(value);
	if (isAddress) return value;
	throw new Error(
		`notifications.sender is ${JSON.stringify(value)}: it must be an address alone, such as approvals@example.com, whose domain or address SES has verified`,
	);
}

/** The command line has texts only, `cdk.json` also true and false. */
function toEvents(value: unknown): NotificationSettings["events"] {
	const found = eventsByValue.get(`${value ?? false}`);
	if (found) return found;
	throw new Error(
		`events is ${JSON.stringify(value)}: it must be true, false or without-invoice-paid`,
	);
}

const eventsByValue: ReadonlyMap<string, NotificationSettings["events"]> =
	new Map([
		["true", "ALL"],
		["false", "NONE"],
		["without-invoice-paid", "WITHOUT_INVOICE_PAID"],
	]);

export const isOn = ({ sender, events }: NotificationSettings): boolean =>
	sender !== undefined || events !== "NONE";

/** For the stack's outputs. */
export const describe = ({ sender, events }: NotificationSettings): string =>
	`${sender ? `mails to approvers from ${sender}` : "no mails"}, ${eventsText[events]}`;

const eventsText = {
	ALL: "events",
	WITHOUT_INVOICE_PAID: "events without Invoice Paid",
	NONE: "no events",
};
