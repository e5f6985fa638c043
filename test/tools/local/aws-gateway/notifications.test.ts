import { beforeEach, describe, expect, it } from "vitest";
import type { ServiceEvent } from "../../../../shared/events/service-event.ts";
import { connectEventBus } from "../../../../shared/notifications/event-bus.ts";
import { connectMailSender } from "../../../../shared/notifications/mail-sender.ts";
import { account } from "../../../../tools/local/template/account.ts";
import {
	createMemoryOutbox,
	type MemoryOutbox,
} from "../../../support/memory-outbox.ts";
import { openGateway } from "./open-gateway.ts";

const owner = `${account.region}:${account.id}`;
const identity = `arn:aws:ses:${owner}:identity/a@acme.example`;
const bus = `arn:aws:events:${owner}:event-bus/bus`;
const mail = {
	id: "1",
	to: "b@acme.example",
	subject: "s",
	text: "t",
	html: "h",
};
const event: ServiceEvent = {
	detailType: "Invoice Paid",
	time: "2026-11-22T10:00:00.000Z",
	record: "r",
	detail: {
		metadata: { id: "1", version: 1, organizationId: "acme" },
		data: { amountPaid: "0.10" },
	},
};

let outbox: MemoryOutbox;
beforeEach(() => {
	outbox = createMemoryOutbox();
});

/** Sends a mail and an event as a function with this role. */
async function sendAs(actions: string[], resources: string[]) {
	await using open = await openGateway({ outbox });
	open.gateway.enforceRoles([
		{ name: "Stack-Function", role: [{ actions, resources }] },
	]);
	const connection = {
		endpoint: open.gateway.url,
		region: account.region,
		credentials: { accessKeyId: "Stack-Function-1", secretAccessKey: "test" },
	};
	const sender = { sender: "a@acme.example", ...connection };
	const sent = await connectMailSender(sender)(mail).catch(
		(error) => error.message,
	);
	const publish = connectEventBus({ busName: "bus", ...connection });
	const { accepted } = await publish([event]);
	return { sent, accepted };
}

const both = ["ses:SendEmail", "events:PutEvents"];

describe("SES and EventBridge", () => {
	it("take what a function sends", async () => {
		expect(await sendAs(both, [identity, bus])).toEqual({
			sent: "SENT",
			accepted: 1,
		});
		expect(outbox.mails).toMatchObject([
			{
				from: "a@acme.example",
				to: ["b@acme.example"],
				subject: "s",
				text: "t",
				html: "h",
				headers: { "X-Notification-Id": "1" },
			},
		]);
		expect(outbox.events).toMatchObject([
			{
				"detail-type": "Invoice Paid",
				source: "procurement-payments",
				time: "2026-11-22T10:00:00Z",
				detail: event.detail,
			},
		]);
	});

	it.each([
		[10, 200],
		[11, 400],
	])("of %i events in one call: %i", async (count, status) => {
		await using open = await openGateway({ outbox });
		const answer = await fetch(open.gateway.url, {
			method: "POST",
			headers: { "x-amz-target": "AWSEvents.PutEvents" },
			body: JSON.stringify({ Entries: Array(count).fill({ Detail: "{}" }) }),
		});
		expect(answer.status).toBe(status);
	});

	it("answer 500 when nothing can be kept; the gateway goes on", async () => {
		const fail = () => Promise.reject(new Error("The disk is full"));
		Object.assign(outbox, { addMail: fail, addEvents: fail });
		expect(await sendAs(both, [identity, bus])).toEqual({
			sent: "SES did not take a mail: InternalFailure",
			accepted: 0,
		});
	});

	it.each([
		["no action", [], [identity, bus]],
		["another sender and another bus", both, [`${identity}x`, `${bus}x`]],
	])("refuse a role with %s", async (_, actions, resources) => {
		expect(await sendAs(actions, resources)).toEqual({
			sent: "SES did not take a mail: AccessDeniedException",
			accepted: 0,
		});
		expect([...outbox.mails, ...outbox.events]).toEqual([]);
	});
});
