import { invalidSetting, type Setting, toText } from "../setting.ts";

/** Which notifications a stage sends (`docs/events.md`). */
export interface NotificationSettings {
	/** The sender of mails to approvers, an address of an identity that SES has verified; undefined for no mails. */
	sender: string | undefined;
	/** What the links in mails begin with, for a custom domain; undefined for the API's own address. */
	approvalUrl: string | undefined;
	/** Another number makes another key for the links, so that earlier links are invalid. */
	approvalKey: number;
	/** Whether the bus gets all events, all but the most frequent type, or none. */
	events: "ALL" | "WITHOUT_INVOICE_PAID" | "NONE";
	/** Whether all events can be read over the API (R11). */
	hasEventFeed: boolean;
}

const addressAlone = /^[\w.+-]+@([\w-]+\.)+[\w-]+$/;

/** @throws When it is not an address alone: no mail could be sent. */
export const toSender = (setting: Setting) =>
	toText(
		setting,
		addressAlone,
		"must be an address alone, such as approvals@example.com, which SES has verified, or its domain",
	);

/** @throws When it is not an address alone. */
export const toAddress = (setting: Setting) =>
	toText(
		setting,
		addressAlone,
		"must be an address alone, such as oncall@example.com",
	);

/** A link has at most 400 characters (A9). */
const urlMaxLength = 140;

/** @throws When it is not the address of a page: its links would lead nowhere. */
export function toApprovalUrl(setting: Setting): string {
	const { value } = setting;
	const isUrl =
		typeof value === "string" &&
		value.length <= urlMaxLength &&
		/^https:\/\/[\w.-]+(:\d+)?(\/[\w.~-]+)*$/.test(value);
	if (isUrl) return value;
	throw invalidSetting(
		setting,
		`must be an https address of at most ${urlMaxLength} characters without a slash at the end, such as https://pay.example.com`,
	);
}

/** @throws When it is not a number that can be raised. */
export function toApprovalKey(setting: Setting): number {
	const { value } = setting;
	if (Number.isInteger(value) && Number(value) >= 1) return Number(value);
	throw invalidSetting(setting, "must be a whole number from 1");
}

/** @throws When the value is not one of these: a deployment with a mistyped value would publish nothing. */
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
		// The CDK's option `-c` passes every value as a text.
		["true", "ALL"],
		["false", "NONE"],
		["without-invoice-paid", "WITHOUT_INVOICE_PAID"],
	]);

export const isOn = ({
	sender,
	events,
	hasEventFeed,
}: NotificationSettings): boolean =>
	sender !== undefined || events !== "NONE" || hasEventFeed;

/** Describes the settings in the stack's outputs. */
export const describe = ({
	sender,
	events,
	hasEventFeed,
}: NotificationSettings): string =>
	`${sender ? `mails to approvers from ${sender}` : "no mails"}, ${eventsText[events]}${hasEventFeed ? ", an event feed" : ""}`;

const eventsText = {
	ALL: "events",
	WITHOUT_INVOICE_PAID: "events without Invoice Paid",
	NONE: "no events",
};
