import { randomUUID } from "node:crypto";
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SentMail } from "../../../../tools/local/notifications/outbox.ts";
import { expectInvariants } from "../../../reliability/invariants.ts";
import { auditedStack } from "../../../reliability/load/audited-stack.ts";
import { connectStore } from "../../../reliability/load/loaded-stack.ts";
import { send } from "../../../reliability/load/send.ts";
import { noteSent, reportedImport } from "../../../reliability/reported.ts";
import { acmeWithApprovers, approver } from "../../../support/approvers.ts";
import { propertySeed } from "../../../support/property-seed.ts";
import { testKey } from "../../../support/world.ts";
import { randomNumbers } from "../batches/random-numbers.ts";
import { runStack, type StackProcess } from "../run-stack.ts";

const approvers = ["u-1", "u-2", "u-3"];
const file = acmeWithApprovers(approvers.map((id) => approver(id)));
const kills = 20;
const reported = reportedImport(file);
const random = randomNumbers(propertySeed);

let folder: string;
let dataDirectory: string;
let stack: StackProcess;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "notification-kills-"));
	dataDirectory = join(folder, "data");
});
afterEach(async () => {
	await stack.end("SIGKILL");
	rmSync(folder, { recursive: true });
});

async function start(): Promise<string> {
	const path = join(folder, "acme.json");
	writeFileSync(path, JSON.stringify(file));
	const args = ["--port", "0", "--data-dir", dataDirectory, "--org", path];
	stack = runStack(...args);
	return stack.ready();
}

const advance = { amount: 100, vendorId: "v-1" };

/** @returns The payment request's id. */
async function raise(url: string): Promise<string> {
	const idempotencyKey = randomUUID();
	const request = noteSent(reported.advances, idempotencyKey, {
		body: advance,
	});
	const path = "/v1.0/payment/request/vendor-advance";
	const options = { body: advance, idempotencyKey };
	const answer = await send(url, testKey, path, options);
	request.answers.push(answer);
	return answer.body.data.paymentRequestId;
}

function sentMails(): SentMail[] {
	const path = join(dataDirectory, "mails");
	return readdirSync(path)
		.filter((name) => name.endsWith(".json"))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(path, name), "utf8")));
}

/** Ids of the payment requests that an event of this type tells of. */
function announced(detailType: string): string[] {
	const text = readFileSync(join(dataDirectory, "events.jsonl"), "utf8");
	return (
		text
			.split("\n")
			// A killed stack may leave the beginning of a line.
			.filter((line) => line.endsWith("}}}"))
			.map((line) => JSON.parse(line))
			.filter((event) => event["detail-type"] === detailType)
			.map(({ detail }) => detail.data.paymentRequestId)
	);
}

const mailsAbout = (id: string, approver: string) =>
	sentMails().filter(
		({ to, text }) =>
			to.includes(`${approver}@acme.example`) && text.includes(id),
	);

it("killed at 20 random moments between creation and delivery, loses no notification and repeats none without a kill", async () => {
	const requests: string[] = [];
	const killedAt: string[] = [];
	let url = await start();
	for (let kill = 0; kill < kills; kill++) {
		requests.push(await raise(url));
		await setTimeout(random() * 400);
		await stack.end("SIGKILL");
		killedAt.push(new Date().toISOString());
		url = await start();
	}
	const last = await raise(url);
	requests.push(last);
	const isMissing = () =>
		requests.flatMap((id) =>
			approvers.filter((approver) => mailsAbout(id, approver).length === 0),
		);
	await expect.poll(isMissing).toEqual([]);
	for (const type of ["Payment Request Created", "Approval Requested"])
		await expect
			.poll(() => new Set(announced(type)))
			.toEqual(new Set(requests));

	for (const id of requests)
		for (const approver of approvers) {
			const [first, ...repeated] = mailsAbout(id, approver);
			let earlier = first?.sentAt ?? "";
			for (const { sentAt } of repeated) {
				const between = killedAt.filter((at) => at > earlier && at < sentAt);
				expect(between, `${id} ${approver}`).not.toEqual([]);
				earlier = sentAt;
			}
		}
	for (const approver of approvers)
		expect(mailsAbout(last, approver)).toHaveLength(1);
	const table = await connectStore(dataDirectory);
	await expectInvariants(
		auditedStack({ url, table }, "acme", reported, testKey),
	);
});
