import type { DynamoDBRecord } from "aws-lambda";
import { beforeEach, describe, expect, it } from "vitest";
import {
	failBefore,
	hang,
	loseAnswer,
} from "../../../local/aws-gateway/faults/effects.ts";
import { acmeWithVendors } from "../../support/created-invoices.ts";
import { allDone, deliverToMailer, failedFrom } from "../../support/notify.ts";
import { recordsOf, toStreamRecord } from "../../support/stream-records.ts";
import { useWorld } from "../../support/use-world.ts";

const user = (id: string) => ({
	id,
	name: id,
	role: "MEMBER" as const,
	active: true,
	email: `${id}@acme.example`,
});
const ids = ["u-1", "u-2", "u-3"];
const world = useWorld(() =>
	acmeWithVendors({
		users: [
			{ id: "u-admin", name: "Asha", role: "ADMIN", active: true },
			...ids.map(user),
		],
		approvalPolicies: [{ name: "All", stages: [{ approvers: ids }] }],
		procurementPolicy: { payers: ["u-admin"] },
	}),
);

const raise = () =>
	recordsOf(world, () =>
		world.post("/v1.0/payment/request/vendor-advance", {
			amount: 100,
			vendorId: "v-1",
		}),
	);
/** How many mails each approver got. */
const mailsEach = () =>
	ids.map(
		(id) =>
			world.outbox.mails.filter(({ to }) => to.includes(`${id}@acme.example`))
				.length,
	);
let records: DynamoDBRecord[];
beforeEach(async () => {
	records = await raise();
	world.skipPauses();
});
const approvals = () =>
	records.find(({ dynamodb }) => dynamodb?.Keys?.sk?.S === "APPROVAL#0");

describe("a repeated delivery", () => {
	it("sends no second mail, however often and late it comes", async () => {
		for (let delivery = 0; delivery < 3; delivery++) {
			expect(await deliverToMailer(world, records)).toEqual(allDone);
			world.time.now = new Date(world.time.now.getTime() + 86_400_000);
		}
		expect(mailsEach()).toEqual([1, 1, 1]);
	});

	it("within one batch sends no second mail", async () => {
		await deliverToMailer(world, [...records, ...records]);
		expect(mailsEach()).toEqual([1, 1, 1]);
	});

	it("after a failure sends what is missing, and nothing else", async () => {
		world.addFault({
			operation: "SendEmail",
			matches: (body) => JSON.stringify(body).includes("u-2@"),
			effect: failBefore(),
			times: 5,
		});
		expect(await deliverToMailer(world, records)).toEqual(
			failedFrom(approvals()),
		);
		expect(mailsEach()).toEqual([1, 0, 1]);
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(mailsEach()).toEqual([1, 1, 1]);
	});
});

it("faults at every call: each approver is notified, by a second mail only where an answer was lost", async () => {
	const calls = await callsOfDelivery();
	expect(calls).toContain("SendEmail");
	expect(calls).toContain("PutItem");
	for (const [name, effect] of [
		["before", failBefore()],
		["lost", loseAnswer()],
	] as const) {
		for (let skip = 0; skip < calls.length; skip++) {
			records = await raise();
			world.outbox.mails.length = 0;
			// Longer than the SDK repeats a call: the delivery fails.
			world.addFault({ skip, times: 8, effect });
			for (let delivery = 0; delivery < 20; delivery++) {
				const { batchItemFailures } = await deliverToMailer(world, records);
				if (batchItemFailures.length === 0) break;
			}
			world.gateway.faults.clear();
			const at = `${name} ${skip}`;
			for (const count of mailsEach()) expect(count, at).toBeGreaterThan(0);
			if (name === "before") expect(mailsEach(), at).toEqual([1, 1, 1]);
			await deliverToMailer(world, records);
			expect(await callsOfDelivery(), at).not.toContain("SendEmail");
		}
	}
}, 240_000);

/** The calls of one more delivery. */
async function callsOfDelivery(): Promise<string[]> {
	world.gateway.meter.reset();
	await deliverToMailer(world, records);
	return world.gateway.meter.read().operations;
}

it("a mail that was sent and could not be recorded is sent again: better twice than never", async () => {
	world.addFault({ operation: "PutItem", effect: failBefore() });
	expect(await deliverToMailer(world, records)).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([1, 1, 1]);
	world.gateway.faults.clear();
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([2, 2, 2]);
	const [first, second] = [0, 3].map((index) => world.outbox.mails[index]);
	const idsOf = (from: number) =>
		world.outbox.mails
			.slice(from, from + 3)
			.map(({ headers }) => headers["X-Notification-Id"])
			.toSorted();
	expect(first?.messageId).not.toBe(second?.messageId);
	expect(idsOf(0)).toEqual(idsOf(3));
});

it("SES that does not answer fails the record, not the function", async () => {
	world.addFault({ operation: "SendEmail", effect: hang() });
	const sendMail = async () => {
		throw Object.assign(new Error("timeout"), { name: "TimeoutError" });
	};
	expect(await deliverToMailer(world, records, { sendMail })).toEqual(
		failedFrom(approvals()),
	);
});

it("an address that SES refuses is given up, and does not hold up others", async () => {
	let refused = 0;
	const sendMail = async ({ to }: { to: string }) => {
		if (!to.startsWith("u-2")) return "SENT" as const;
		refused += 1;
		return "REFUSED" as const;
	};
	expect(await deliverToMailer(world, records, { sendMail })).toEqual(allDone);
	expect(await deliverToMailer(world, records, { sendMail })).toEqual(allDone);
	expect(refused).toBe(1);
	expect(world.logLines.join("\n")).toContain("SES refuses a mail");
	expect(world.logLines.join("\n")).not.toContain("@acme.example");
});

it("approvals whose request is not visible yet are delivered again", async () => {
	const image = { pk: "ORG#acme#PR#01MISSING", sk: "APPROVAL#0" };
	const record = toStreamRecord(undefined, {
		...image,
		stage: 0,
		approvers: [{ userId: "u-1", state: "OPEN" }],
	});
	expect(await deliverToMailer(world, [record])).toEqual(failedFrom(record));
	expect(world.outbox.mails).toEqual([]);
});

it("a later change of approvals, and the deletion of any record, send nothing", async () => {
	const changed = records.map((record) => ({
		...record,
		eventName: "MODIFY" as const,
		dynamodb: { ...record.dynamodb, OldImage: record.dynamodb?.NewImage },
	}));
	const deleted = records.map((record) => ({
		...record,
		eventName: "REMOVE" as const,
	}));
	expect(
		await deliverToMailer(world, [...changed, ...deleted] as DynamoDBRecord[]),
	).toEqual(allDone);
	expect(world.outbox.mails).toEqual([]);
});
