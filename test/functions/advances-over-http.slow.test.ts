import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	type LocalStack,
	startLocalStack,
} from "../../tools/local/local-stack.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { documentedFetch } from "../support/documented-fetch.ts";
import { acmeWithAdvances, plainAdvance } from "./vendor-advance/advances.ts";
import { refusals } from "./vendor-advance/refusals.ts";

/** The whole service as `npm start` runs it, with an organization for each refusal that takes one of its own. */
let stack: LocalStack;
let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "advances-over-http-"));
	const files = [
		organization("plain", {}),
		organization("switched-off", { features: { vendorAdvances: false } }),
		...refusals.flatMap(({ additions }, index) =>
			additions ? organization(`refusal-${index}`, {}, additions) : [],
		),
	];
	const organizationFiles = files.map(({ org }) =>
		join(directory, `${org.id}.json`),
	);
	await Promise.all(
		files.map((file, index) =>
			writeFile(organizationFiles[index] ?? "", JSON.stringify(file)),
		),
	);
	stack = await startLocalStack({
		port: 0,
		organizationFiles,
		storage: "memory",
		log: () => {},
	});
});
afterAll(async () => {
	await stack.stop();
	await rm(directory, { recursive: true });
});

/** Its API keys are `<id>-admin`, `<id>-member`, and `<id>-payer`, which may do anything but raise advances. */
function organization(
	id: string,
	settings: Partial<OrganizationFile["org"]>,
	additions: Partial<OrganizationFile> = {},
): OrganizationFile {
	const file = acmeWithAdvances(additions);
	const permissions = file.apiKeys.flatMap((apiKey) => apiKey.permissions);
	return {
		...file,
		org: { ...file.org, ...settings, id },
		apiKeys: [
			{ key: `${id}-admin`, name: "", userId: "u-admin", permissions },
			{ key: `${id}-member`, name: "", userId: "u-cfo", permissions },
			{
				key: `${id}-payer`,
				name: "",
				userId: "u-admin",
				permissions: permissions.filter((one) => one !== "payments:request"),
			},
		],
	};
}

async function raise(
	body: unknown,
	{
		key = "plain-admin",
		headers = {},
	}: { key?: string; headers?: object } = {},
) {
	const response = await documentedFetch(
		stack.url,
		"/v1.0/payment/request/vendor-advance",
		{
			method: "POST",
			headers: { authorization: `Api-Key ${key}`, ...headers },
			body: typeof body === "string" ? body : JSON.stringify(body),
		},
	);
	return { status: response.status, body: await response.json() };
}

describe("vendor advances over HTTP", () => {
	it.each(refusals.map((refusal, index) => ({ ...refusal, index })))(
		"$title",
		async ({ body, message, additions, index, ...expected }) => {
			const { status = 400, code = "VALIDATION_ERROR" } = expected;
			const key = additions ? `refusal-${index}-admin` : "plain-admin";
			expect(await raise(body, { key })).toEqual({
				status,
				body: { ok: false, error: { code, message } },
			});
		},
	);

	it.each([
		[
			"7.3 ACCESS_DENIED: user not admin or bookkeeper",
			"plain-member",
			"ACCESS_DENIED",
		],
		[
			"7.3 ACCESS_DENIED: vendor advances not enabled",
			"switched-off-admin",
			"ACCESS_DENIED",
		],
		[
			"7.1: 403 INSUFFICIENT_PERMISSIONS: before that",
			"plain-payer",
			"INSUFFICIENT_PERMISSIONS",
		],
	])("%s", async (_, key, code) => {
		expect(await raise(plainAdvance, { key })).toMatchObject({
			status: 403,
			body: { ok: false, error: { code } },
		});
	});

	it("7.3 409: duplicate idempotency key within 5 minutes", async () => {
		const headers = { "x-idempotency-key": "once" };
		expect(await raise(plainAdvance, { headers })).toMatchObject({
			status: 200,
			body: {
				ok: true,
				data: { paymentRequestId: expect.any(String), policyUsed: "Default" },
			},
		});
		expect(await raise(plainAdvance, { headers })).toEqual({
			status: 409,
			body: { error: expect.any(String) },
		});
	});

	it("7.3 400: invalid idempotency key header", async () => {
		const headers = { "x-idempotency-key": "k".repeat(257) };
		expect(await raise(plainAdvance, { headers })).toEqual({
			status: 400,
			body: { error: expect.any(String) },
		});
	});
});

it("A9: a stack that sends no mails has neither the page nor its routes", async () => {
	for (const [method, path] of [
		["GET", "/approval"],
		["GET", "/approval/page.js"],
		["POST", "/approval/read"],
		["POST", "/approval/decision"],
	] as const) {
		const answer = await fetch(`${stack.url}${path}`, { method });
		expect([path, answer.status, await answer.json()]).toEqual([
			...[path, 404, { message: "Not Found" }],
		]);
	}
});
