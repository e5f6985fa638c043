import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { userKey } from "../../../shared/dynamodb/keys.ts";
import {
	parseToken,
	toLink,
	toMessage,
	toToken,
	toUserMark,
} from "../../../shared/mails/approval-token.ts";
import { awsError } from "../../../tools/local/aws-gateway/aws-error.ts";
import {
	holdStage,
	releaseStage,
} from "../../../tools/operator/organizations/hold-stage.ts";
import {
	resumeOrganization,
	suspendOrganization,
} from "../../../tools/operator/organizations/suspend-organization.ts";
import {
	decideByLink,
	raiseAndMail,
	readLink,
	requestPage,
	tokenOf,
	withMails,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import {
	before,
	loseAnswer,
} from "../../support/aws-gateway/faults/effects.ts";
import { deleteItem } from "../../support/delete-item.ts";
import { logged } from "../../support/logged.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { useWorld } from "../../support/use-world.ts";
import { serviceAccessKeyId } from "../../support/world.ts";

const longId = "u-".padEnd(500, "é");
/** Few characters of three bytes each. */
const wideId = "漢".repeat(30);
const file = () =>
	acmeWithApprovers(
		[
			approver("u-1"),
			approver("u-2"),
			approver("u-3"),
			approver(longId, { name: "Long", email: "u-long@acme.example" }),
			approver(wideId, { name: "Wide", email: "u-wide@acme.example" }),
		],
		["u-1", "u-2", longId, wideId],
	);
const world = useWorld(file);

const daySeconds = 86_400;

/** A hundred texts that are not the token, of every kind. */
function tampered(token: string): string[] {
	const bytes = Buffer.from(token, "base64url");
	const flipped = Array.from({ length: 60 }, (_, index) => {
		const copy = Buffer.from(bytes);
		const at = Math.floor((index * bytes.length) / 60);
		copy.writeUInt8(copy.readUInt8(at) ^ (1 << (index % 8)), at);
		return copy.toString("base64url");
	});
	const cut = [1, 2, 3, 16, 32, 33, 64, 100].flatMap((length) => [
		token.slice(0, -length),
		token.slice(length),
	]);
	const others = [
		"",
		" ",
		"#",
		`${token}=`,
		`${token}A`,
		`A${token}`,
		` ${token}`,
		`${token}\n`,
		token.toUpperCase(),
		`${token}${token}`,
		`approval#${token}`,
		encodeURIComponent(`${token}%`),
		token.slice(0, 20),
		"null",
		"\ud800",
		"😀",
		"A".repeat(100_000),
		"AQ",
		"..",
		"~",
	];
	const random = [1, 12, 13, 44, 45, 46, 77, 100].map((length) =>
		randomBytes(length).toString("base64url"),
	);
	return [...flipped, ...cut, ...others, ...random];
}

/** The reasons of all links that were refused. */
function expectRefusals(reasons: readonly string[]) {
	expect(logged(world, "A link was refused")).toMatchObject(
		reasons.map((one) => ({
			...{ level: "INFO", operation: "approval-page" },
			results: { [one]: 1 },
		})),
	);
	const counted = world.metrics.filter(({ values }) => values.LinksRefused);
	expect(counted).toHaveLength(reasons.length);
}

const invalid = {
	ok: false,
	error: {
		code: "APPROVAL_LINK_INVALID",
		message: expect.stringMatching(/^The link is not valid, .* ask an ADMIN/),
	},
};

describe("A9: every link that is not valid gets the same 404", () => {
	it("a hundred tampered tokens, those of other users, services and times", async () => {
		await raiseAndMail(world);
		const token = tokenOf(world, "u-1");
		const texts = tampered(token);
		expect(texts.length).toBeGreaterThanOrEqual(100);
		expect(texts).not.toContain(token);
		const answers = [];
		for (const text of texts) answers.push(await readLink(world, text));
		for (const text of texts.slice(0, 20))
			answers.push(await decideByLink(world, text, { decision: "APPROVE" }));
		passSeconds(world, 14 * daySeconds);
		answers.push(await readLink(world, token));
		const [first] = answers;
		expect(first?.status).toBe(404);
		expect(first?.body).toEqual(invalid);
		for (const answer of answers) expect(answer).toEqual(first);
	});

	it("of a service with another key", async () => {
		await raiseAndMail(world);
		const token = tokenOf(world, "u-1");
		await world.reopen();
		await raiseAndMail(world);
		expect((await readLink(world, token)).body).toEqual(invalid);
	});

	it("of an approver who is inactive or gone, was replaced, or was asked again: at once", async () => {
		const id = await raiseAndMail(world);
		const [one, two] = [tokenOf(world, "u-1"), tokenOf(world, "u-2")];
		const change = (from: string, to: string, ifMatch: number) =>
			withMails(world, () =>
				world.post(
					`/v1.0/payment/request/${id}/approver`,
					{ stage: 0, round: 1, from, to, reason: "Away" },
					{ ifMatch },
				),
			);
		await change("u-1", "u-3", 1);
		expect((await readLink(world, one)).body).toEqual(invalid);
		// The approver is put back within the same millisecond, which is another request to them.
		await change("u-3", "u-1", 2);
		expect((await readLink(world, one)).body).toEqual(invalid);
		expect((await readLink(world, tokenOf(world, "u-1"))).status).toBe(200);
		passSeconds(world, 300);
		await change("u-2", "u-2", 3);
		expect((await readLink(world, two)).body).toEqual(invalid);
		const again = tokenOf(world, "u-2");
		expect(again).not.toBe(two);
		// Only copies of one mail have the same id.
		const ids = world.outbox.mails.map(
			({ headers }) => headers["X-Notification-Id"],
		);
		expect(new Set(ids).size).toBe(ids.length);
		expect((await readLink(world, again)).status).toBe(200);
		await world.import({
			...file(),
			users: [approver("u-2", { active: false })],
		});
		expect((await readLink(world, again)).body).toEqual(invalid);
		await deleteItem(world, userKey("acme", "u-2"));
		expect((await readLink(world, again)).body).toEqual(invalid);
	});
});

it("A9: an approver who is asked again while their decision is on its way has not decided", async () => {
	const id = await raiseAndMail(world);
	const token = tokenOf(world, "u-1");
	passSeconds(world, 300);
	const again = { stage: 0, round: 1, from: "u-1", to: "u-1", reason: "Again" };
	const path = `/v1.0/payment/request/${id}/approver`;
	const fault = world.addFault({
		operation: "Query",
		times: 1,
		effect: before(() => world.post(path, again, { ifMatch: 1 })),
	});
	const { body } = await decideByLink(world, token, { decision: "APPROVE" });
	expect(fault.hits).toBe(1);
	expect(body).toEqual(invalid);
});

it("A9: an approver who is replaced while they open their link reads that they do not decide", async () => {
	const id = await raiseAndMail(world);
	const other = { stage: 0, round: 1, from: "u-1", to: "u-3", reason: "Away" };
	const path = `/v1.0/payment/request/${id}/approver`;
	const fault = world.addFault({
		operation: "Query",
		times: 1,
		effect: before(() => world.post(path, other, { ifMatch: 1 })),
	});
	const { body } = await readLink(world, tokenOf(world, "u-1"));
	expect(fault.hits).toBe(1);
	expect(body.data).toMatchObject({
		canDecide: false,
		reason: expect.stringMatching(/your decision is not needed\.$/),
	});
});

it("A9: a link is valid for 14 days from the instant of asking, with any delay", async () => {
	await raiseAndMail(world);
	const token = tokenOf(world, "u-1");
	passSeconds(world, 14 * daySeconds - 0.001);
	expect((await readLink(world, token)).status).toBe(200);
	passSeconds(world, 0.001);
	expect((await readLink(world, token)).status).toBe(404);
	expectRefusals(["EXPIRED"]);
});

it.each([
	["u-long", longId, "Long"],
	["u-wide", wideId, "Wide"],
])(
	"A9: a link has at most 400 characters, also of %s, whose id is long, who decides with it",
	async (mailbox, userId, name) => {
		await raiseAndMail(world);
		for (const { text } of world.outbox.mails) {
			const [link = ""] = /https:\S+/.exec(text) ?? [];
			expect(link.length).toBeLessThanOrEqual(400);
		}
		const token = tokenOf(world, mailbox);
		expect((await readLink(world, token)).body.data.approver).toEqual({
			userId,
			name,
		});
		const { body } = await decideByLink(world, token, { decision: "APPROVE" });
		expect(body.data.canDecide).toBe(false);
	},
);

const longest = {
	organizationId: "a".repeat(64),
	paymentRequestId: "01M800MTVARA0YJWV9MQKHESTK",
	...{ round: 70_000, stage: 9, askedAt: Date.parse("2026-11-21T10:00Z") },
	userMark: toUserMark(longId),
};

it("A9: a link has at most 400 characters, and is valid, of the longest ids", () => {
	const token = toToken(toMessage(longest), randomBytes(32));
	expect(parseToken(token)?.claims).toEqual(longest);
	const base = "https://abcdefghij.execute-api.ap-southeast-1.amazonaws.com";
	expect(toLink(base, token).length).toBeLessThanOrEqual(400);
});

it.each(["organizationId", "paymentRequestId", "userMark"])(
	"A9: a token with an empty %s is not valid, and none is made with one of more than 64 bytes",
	(name) => {
		const message = toMessage({ ...longest, [name]: "" });
		expect(parseToken(toToken(message, randomBytes(32)))).toBeUndefined();
		expect(() => toMessage({ ...longest, [name]: "é".repeat(33) })).toThrow(
			"An id is too long",
		);
	},
);

it("A9: the link of an approver with a long id is theirs, also when another user's id equals the digest that the link has of it", async () => {
	await raiseAndMail(world);
	const namesake = { name: "Namesake", email: "u-namesake@acme.example" };
	const users = [approver(toUserMark(longId), namesake)];
	await world.import({ ...file(), users });
	const token = tokenOf(world, "u-long");
	expect((await readLink(world, token)).body.data.approver).toEqual({
		userId: longId,
		name: "Long",
	});
	const { body } = await decideByLink(world, token, { decision: "APPROVE" });
	expect(body.data.approvals).toContainEqual(
		expect.objectContaining({ userId: longId, state: "APPROVED" }),
	);
});

it("a link of a suspended organization shows the request and accepts no decision", async () => {
	await raiseAndMail(world);
	const [token, decided] = [tokenOf(world, "u-1"), tokenOf(world, "u-2")];
	await decideByLink(world, decided, { decision: "APPROVE" });
	await suspendOrganization(world.table, {
		organizationId: "acme",
		keepsBatches: false,
		isServed: false,
		clock: () => world.time.now,
	});
	for (const one of [token, decided])
		expect((await readLink(world, one)).body.data).toMatchObject({
			canDecide: false,
			reason: expect.stringContaining("suspended"),
		});
	expect(
		await decideByLink(world, token, { decision: "APPROVE" }),
	).toMatchObject({ status: 403, body: { error: { code: "ACCESS_DENIED" } } });
	await resumeOrganization(world.table, "acme");
	expect((await readLink(world, token)).body.data.canDecide).toBe(true);
});

it("contract 5, suspend --all: a link accepts no decision until resume --all", async () => {
	await raiseAndMail(world);
	const token = tokenOf(world, "u-1");
	const now = world.time.now.toISOString();
	await holdStage(world.table, now);
	expect(
		await decideByLink(world, token, { decision: "APPROVE" }),
	).toMatchObject({ status: 403, body: { error: { code: "ACCESS_DENIED" } } });
	await releaseStage(world.table, now);
	expect((await readLink(world, token)).body.data.canDecide).toBe(true);
});

describe("calls", () => {
	const callsOf = async (token: string) => {
		world.gateway.meter.reset(serviceAccessKeyId);
		const { status } = await readLink(world, token);
		const { operations } = world.gateway.meter.read(serviceAccessKeyId);
		return { status, operations };
	};

	it("a well-formed token costs one VerifyMac, then, if it is valid, one read, two for a long id; a malformed one neither", async () => {
		const id = await raiseAndMail(world);
		const token = tokenOf(world, "u-1");
		const bytes = Buffer.from(token, "base64url");
		bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
		const forged = bytes.toString("base64url");
		expect(await callsOf(forged)).toEqual({
			status: 404,
			operations: ["VerifyMac"],
		});
		expect(await callsOf("AQAA")).toEqual({ status: 404, operations: [] });
		passSeconds(world, 300);
		await world.post(
			`/v1.0/payment/request/${id}/approver`,
			{ stage: 0, round: 1, from: "u-1", to: "u-1", reason: "Again" },
			{ ifMatch: 1 },
		);
		expect(await callsOf(token)).toEqual({
			status: 404,
			operations: ["VerifyMac", "BatchGetItem"],
		});
		await world.import({
			...file(),
			users: [approver(longId, { active: false })],
		});
		expect(await callsOf(tokenOf(world, "u-long"))).toEqual({
			status: 404,
			operations: ["VerifyMac", "BatchGetItem", "BatchGetItem"],
		});
		expectRefusals(["FORGED", "MALFORMED", "REPLACED", "INACTIVE"]);
	});
});

describe("KMS", () => {
	it.each([
		"ThrottlingException",
		"KMSInternalException",
		"KMSInvalidStateException",
		"DisabledException",
	])("%s is a 503, and nothing is decided", async (name) => {
		world.skipPauses();
		await raiseAndMail(world);
		const token = tokenOf(world, "u-1");
		const fault = world.addFault({
			operation: "VerifyMac",
			effect: async (call) => awsError(call, 400, name),
		});
		const refused = await decideByLink(world, token, { decision: "APPROVE" });
		expect(refused).toMatchObject({
			status: 503,
			body: {
				error: {
					code: "SERVICE_UNAVAILABLE",
					message: expect.stringContaining("nothing was changed"),
				},
			},
		});
		const [{ error }] = logged(world, "Request failed");
		expect(error.cause.message).toContain(name);
		fault.remove();
		expect((await readLink(world, token)).body.data.canDecide).toBe(true);
	});

	it("that cannot be reached is a 503", async () => {
		world.skipPauses();
		await raiseAndMail(world);
		world.addFault({ operation: "VerifyMac", effect: loseAnswer() });
		expect((await readLink(world, tokenOf(world, "u-1"))).status).toBe(503);
	});
});

it("security: no token, and no 16 characters of one, is in a log line or metric", async () => {
	world.skipPauses();
	await raiseAndMail(world);
	const token = tokenOf(world, "u-1");
	await readLink(world, token);
	await readLink(world, `${token.slice(0, -1)}_`);
	await requestPage(world, "POST", "/approval/decision", {
		body: { token, decision: token },
	});
	await requestPage(world, "POST", "/approval/decision", {
		body: `{"token":"${token}"`,
	});
	world.addFault({ operation: "VerifyMac", effect: loseAnswer(), times: 3 });
	await readLink(world, token);
	await decideByLink(world, token, { decision: "APPROVE" });
	await decideByLink(world, token, { decision: "REJECT", note: "No" });
	const written = [
		...world.logLines,
		...world.metrics.map((line) => JSON.stringify(line)),
	].join("\n");
	expect(world.logLines.length).toBeGreaterThan(7);
	for (let at = 0; at + 16 <= token.length; at++)
		expect(written).not.toContain(token.slice(at, at + 16));
});

describe("bodies", () => {
	it.each([
		"text/plain",
		"text/plain; application/json",
		"text/plain; x=application/json",
		"application/json-patch+json",
		"application/x-www-form-urlencoded",
		undefined,
	])("%s is refused before the token is looked at", async (type) => {
		const headers: Record<string, string> = type
			? { "content-type": type }
			: {};
		for (const path of ["/approval/read", "/approval/decision"]) {
			const answer = await requestPage(world, "POST", path, {
				headers,
				body: { token: "x", decision: "APPROVE" },
			});
			expect(answer.status).toBe(400);
			expect(answer.body.error).toMatchObject({ code: "VALIDATION_ERROR" });
			expect(answer.body.error.message).toContain("/content-type");
		}
	});

	it.each([
		[{}, "must have required property 'token'"],
		[{ token: 7, decision: "APPROVE" }, "/token must be string"],
		[{ token: "x" }, "must have required property 'decision'"],
		[{ token: "x", decision: "MAYBE" }, "/decision must be equal to one of"],
		[{ token: "x", decision: "REJECT" }, "must have required property 'note'"],
		[{ token: "x", decision: "RETURN", note: "" }, "/note must NOT have fewer"],
		[
			{ token: "x", decision: "APPROVE", note: "x".repeat(1_001) },
			"/note must NOT have more than 1000",
		],
	])("the body comes before the token: %j", async (body, message) => {
		const answer = await requestPage(world, "POST", "/approval/decision", {
			body,
		});
		expect(answer.status).toBe(400);
		expect(answer.body.error.message).toContain(message);
	});
});

it("A9: every answer has the page's headers, and none allows another site", async () => {
	const answers = [
		await requestPage(world, "GET", "/approval"),
		await requestPage(world, "GET", "/approval/page.js"),
		await requestPage(world, "GET", "/approval/index.ts"),
		await readLink(world, "x"),
		await requestPage(world, "POST", "/approval/read", { body: "{" }),
	];
	expect(answers.map(({ status }) => status)).toEqual([
		200, 200, 404, 404, 400,
	]);
	expect(answers[2]?.body.error).toEqual({
		...{ code: "NOT_FOUND", message: "There is no such file" },
	});
	expect(logged(world, "Request").map(({ operation }) => operation)).toEqual([
		...["approval-page", "approval-page", "approval-page"],
		...["read-approval", "read-approval"],
	]);
	for (const { headers } of answers) {
		expect(headers).toMatchObject({
			"content-security-policy":
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"referrer-policy": "no-referrer",
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
			"strict-transport-security": "max-age=63072000",
		});
		expect(Object.keys(headers).join()).not.toContain("access-control");
	}
});
