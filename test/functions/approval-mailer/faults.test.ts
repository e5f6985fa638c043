import type { DynamoDBRecord } from "aws-lambda";
import { beforeEach, describe, expect, it } from "vitest";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import {
	acmeWithApprovers,
	approver,
	recordsOfAdvance,
} from "../../support/approvers.ts";
import {
	after,
	before,
	failBefore,
	loseAnswer,
	throttle,
} from "../../support/aws-gateway/faults/effects.ts";
import { allDone, deliverToMailer, failedFrom } from "../../support/notify.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { toStreamRecord } from "../../support/stream-records.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";

/** The faults of every single call are in `test/reliability/scenarios/notifications.ts`. */
const ids = ["u-1", "u-2", "u-3"];
const world = useWorld(() => acmeWithApprovers(ids.map((id) => approver(id))));

/** Counts the mails that each approver got. */
const mailsEach = () =>
	ids.map(
		(id) =>
			world.outbox.mails.filter(({ to }) => to.includes(`${id}@acme.example`))
				.length,
	);
let records: DynamoDBRecord[];
beforeEach(async () => {
	records = await recordsOfAdvance(world);
	world.skipPauses();
});
const approvals = () =>
	records.find(
		({ dynamodb }) => dynamodb?.Keys?.sk?.S === "APPROVAL#0000000001#0",
	);

it("a record after 16 s of mails is tried again as the first one is", async () => {
	let remaining = 29_000;
	const context = {
		...world.lambdaContext(),
		getRemainingTimeInMillis: () => remaining,
	};
	const others = await recordsOfAdvance(world, { amount: 200 });
	const onMail = () => {
		if (remaining < 29_000) return;
		remaining -= 16_000;
		world.addFault({ operation: "BatchGetItem", times: 4, effect: throttle() });
	};
	const delivered = [...records, ...others];
	expect(await deliverToMailer(world, delivered, { context, onMail })).toEqual(
		allDone,
	);
	expect(mailsEach()).toEqual([2, 2, 2]);
});

it("A8: mails for which an invocation has no time left are sent by the next one", async () => {
	const context = {
		...world.lambdaContext(),
		getRemainingTimeInMillis: () => 7_999,
	};
	expect(await deliverToMailer(world, records, { context })).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([0, 0, 0]);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([1, 1, 1]);
});

it("A8: mails for which an invocation has no time left are sent by the next one, even if another one is being sent then", async () => {
	let remaining = 8_000;
	let isOneRecorded = false;
	const isPutOff = Promise.withResolvers<void>();
	const context = {
		...world.lambdaContext(),
		getRemainingTimeInMillis() {
			// The third mail has its turn when one of the first two is recorded.
			if (isOneRecorded) isPutOff.resolve();
			return remaining;
		},
	};
	const onMail = () => {
		remaining = 7_999;
	};
	world.addFault({
		operation: "PutItem",
		effect: after(() => {
			isOneRecorded = true;
		}),
	});
	world.addFault({
		operation: "SendEmail",
		skip: 1,
		times: 1,
		effect: before(() => isPutOff.promise),
	});
	expect(await deliverToMailer(world, records, { context, onMail })).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([1, 1, 0]);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([1, 1, 1]);
});

it("a record that fails ends its delivery: the next one begins with it", async () => {
	const others = await recordsOfAdvance(world, { amount: 200 });
	const fault = world.addFault({
		operation: "SendEmail",
		effect: failBefore(),
	});
	expect(await deliverToMailer(world, [...records, ...others])).toEqual(
		failedFrom(approvals()),
	);
	expect(fault.hits).toBe(ids.length);
});

describe("a repeated delivery", () => {
	it("sends no second mail, however often and late it comes", async () => {
		for (let delivery = 0; delivery < 3; delivery++) {
			expect(await deliverToMailer(world, records)).toEqual(allDone);
			passSeconds(world, 86_400);
		}
		expect(mailsEach()).toEqual([1, 1, 1]);
	});

	it("within one batch sends no second mail", async () => {
		await deliverToMailer(world, [...records, ...records]);
		expect(mailsEach()).toEqual([1, 1, 1]);
	});

	it("sends only the missing mails after a failure", async () => {
		world.addFault({
			operation: "SendEmail",
			matches: (body) => JSON.stringify(body).includes("u-2@"),
			effect: failBefore(),
			times: 1,
		});
		expect(await deliverToMailer(world, records)).toEqual(
			failedFrom(approvals()),
		);
		expect(mailsEach()).toEqual([1, 0, 1]);
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(mailsEach()).toEqual([1, 1, 1]);
	});
});

it("a mail that was sent and could not be recorded is sent again: better twice than never", async () => {
	world.addFault({ operation: "PutItem", effect: failBefore() });
	expect(await deliverToMailer(world, records)).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([1, 1, 1]);
	world.gateway.faults.clear();
	passSeconds(world, 60);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([2, 2, 2]);
	const [first, second] = [0, 3].map((index) => world.outbox.mails[index]);
	// The link is the same: it is part of the text.
	const sentFrom = (from: number) =>
		world.outbox.mails
			.slice(from, from + 3)
			.map(({ to, text, html, headers }) => ({ to, text, html, headers }))
			.toSorted((one, other) => `${one.to}`.localeCompare(`${other.to}`));
	expect(first?.messageId).not.toBe(second?.messageId);
	expect(first?.text).toContain("/approval#");
	expect(sentFrom(0)).toEqual(sentFrom(3));
});

it("a mail that was sent and could not be recorded at once is recorded a moment later, and not sent again", async () => {
	// More often than the SDK sends a call again.
	world.addFault({ operation: "PutItem", times: 5, effect: failBefore() });
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([1, 1, 1]);
});

it("the record of a sent mail expires after 14 days, in epoch seconds", async () => {
	await deliverToMailer(world, records);
	const sent = [...(await tableContents(world)).values()].filter(
		({ sk }) => sk === "MAIL",
	);
	const inTwoWeeks = world.time.now.getTime() / 1_000 + 14 * 86_400;
	expect(sent.map(({ expiresAt }) => Number(`${expiresAt}`))).toEqual(
		ids.map(() => inTwoWeeks),
	);
});

it.each([
	"SendingPausedException",
	"AccountSuspendedException",
	"TooManyRequestsException",
	"LimitExceededException",
	"MailFromDomainNotVerifiedException",
])(
	"%s, which no approver causes, holds the mails up and loses none",
	async (code) => {
		const paused = world.addFault({
			operation: "SendEmail",
			effect: async (call) => awsError(call, 400, code),
		});
		expect(await deliverToMailer(world, records)).toEqual(
			failedFrom(approvals()),
		);
		paused.remove();
		expect(await deliverToMailer(world, records)).toEqual(allDone);
		expect(mailsEach()).toEqual([1, 1, 1]);
	},
);

it("SES that takes a mail and does not answer gets it once in a delivery", async () => {
	world.addFault({
		operation: "SendEmail",
		matches: (body) => JSON.stringify(body).includes("u-2@"),
		effect: loseAnswer(),
	});
	expect(await deliverToMailer(world, records)).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([1, 1, 1]);
});

it("KMS that throttles fails the record; each approver gets one mail", async () => {
	const throttled = world.addFault({
		operation: "GenerateMac",
		effect: throttle(),
	});
	expect(await deliverToMailer(world, records)).toEqual(
		failedFrom(approvals()),
	);
	expect(mailsEach()).toEqual([0, 0, 0]);
	throttled.remove();
	expect(await deliverToMailer(world, records)).toEqual(allDone);
	expect(mailsEach()).toEqual([1, 1, 1]);
});

it("SES that does not answer fails the record, not the function", async () => {
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
		return "ADDRESS_REFUSED" as const;
	};
	expect(await deliverToMailer(world, records, { sendMail })).toEqual(allDone);
	expect(await deliverToMailer(world, records, { sendMail })).toEqual(allDone);
	expect(refused).toBe(1);
	expect(world.logLines.join("\n")).toContain("SES refuses a mail");
	expect(world.logLines.join("\n")).not.toContain("@acme.example");
});

it("approvals whose request is not visible yet are delivered again", async () => {
	const image = { pk: "ORG#acme#PR#01MISSING", sk: "APPROVAL#0000000001#0" };
	const record = toStreamRecord(undefined, {
		...image,
		stage: 0,
		approvers: [{ userId: "u-1", state: "OPEN" }],
	});
	expect(await deliverToMailer(world, [record])).toEqual(failedFrom(record));
	expect(world.outbox.mails).toEqual([]);
});

it("ADR 20: approvals of a round that the request does not show yet are delivered again", async () => {
	const [pk, sk] = [
		approvals()?.dynamodb?.Keys?.pk?.S,
		"APPROVAL#0000000002#0",
	];
	const record = toStreamRecord(undefined, {
		...{ pk, sk, stage: 0, round: 2 },
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
