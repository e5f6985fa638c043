import { invalidSetting, type Setting } from "../setting.ts";

/** Which notifications a stage sends (`docs/events.md`). */
export interface NotificationSettings {
	/** Address that mails to approvers come from, of an identity that SES has verified; undefined: no mails. */
	sender: string | undefined;
	/** All, all but the most frequent type, or none. */
	events: "ALL" | "WITHOUT_INVOICE_PAID" | "NONE";
}

/** @throws When it is not an address alone: no mail could be sent. */
export function toSender(setting: Setting): string {
	const { value } = setting;
	const isAddress =
		typeof value === "string" && /^[\w.+-]+@([\w-]+\.)+[\w-]+$/.test(value);
	if (isAddress) return value;
	throw invalidSetting(
		setting,
		"must be an address alone, such as approvals@example.com, which SES has verified, or its domain",
	);
}

/** @throws When it is none of the values: a deployment with a mistyped one would publish nothing. */
export function toEvents(setting: Setting): NotificationSettings["events"] {
	const found = eventsByValue.get(setting.value);
	if (found) return found;
	throw invalidSetting(
		setting,
		'must be true, false or "without-invoice-paid"',
	);
}

const eventsByValue: ReadonlyMap<unknown, NotificationSettings["events"]> =
	new Map<unknown, NotificationSettings["events"]>([
		[true, "ALL"],
		[false, "NONE"],
		// `-c` passes texts.
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
