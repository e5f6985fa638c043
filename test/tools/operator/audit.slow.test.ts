import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { toSecretHash } from "../../../shared/organizations/api-keys/secret-hash.ts";
import { readAuditRecords } from "../../../shared/organizations/audit-records.store.ts";
import { readOnly } from "../../../tools/operator/audit/audit-trail.ts";
import { commands } from "../../../tools/operator/cli/commands.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import { batchMin, startBatch } from "../../support/batches.ts";
import { operatorArn } from "../../support/fake-sts.ts";
import { org } from "../../support/org-command.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
import { contractExample } from "../organization-files/contract-example.ts";
import { admin, exported } from "./exported.ts";

const world = useWorld(() => acme({ invoices: payableInvoices(1) }));
const directory = mkdtempSync(join(tmpdir(), "audit-"));
const path = join(directory, "acme.json");
const accessKeyId = "operator";
const stsUrl = process.env.AWS_ENDPOINT_URL_STS;

beforeAll(() => {
	vi.stubEnv("AWS_REGION", "ap-south-1");
	vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
	vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});
afterAll(() => {
	vi.unstubAllEnvs();
	rmSync(directory, { recursive: true });
});

function onTable(...words: string[]) {
	vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", world.gateway.url);
	return org(...words, "--table", world.table.name);
}

async function succeed(...words: string[]) {
	const ended = await onTable(...words);
	expect(ended, words.join(" ")).toMatchObject({ code: 0 });
	return ended.stdout;
}

function importFile(file: OrganizationFile, ...words: string[]) {
	writeFileSync(path, JSON.stringify(file));
	return onTable("import", path, ...words);
}

const records = () =>
	Readable.from(readAuditRecords(world.table, "acme")).toArray();

/** Each command that changes something, on a world where it has something to change. */
const changing: Record<string, () => Promise<unknown>> = {
	import: () => importFile(acme({ invoices: payableInvoices(2) })),
	suspend: () => succeed("suspend", "acme", "--keep-batches"),
	resume: async () => {
		await succeed("suspend", "acme", "--keep-batches");
		await succeed("resume", "acme");
	},
	"key create": () => createKey(),
	"key revoke": async () => succeed("key", "revoke", "acme", await createKey()),
	"key rotate": async () => succeed("key", "rotate", "acme", await createKey()),
	"key grant": async () =>
		succeed(
			...["key", "grant", "acme", await createKey()],
			...["--permission", "payments:read"],
		),
	"invoice lock": () =>
		succeed("invoice", "lock", "acme", "inv-0", "--for", "1h"),
	"invoice unlock": async () => {
		await succeed("invoice", "lock", "acme", "inv-0", "--for", "1h");
		await succeed("invoice", "unlock", "acme", "inv-0");
	},
	"batch stop": async () =>
		succeed(
			"batch",
			"stop",
			"acme",
			await startBatch(world, payments),
			...reason,
		),
	"request ask-again": async () => {
		await askApprover();
		const instant = new Date().toISOString();
		await succeed("request", "ask-again", "acme", "--asked-before", instant);
	},
	"batch hold": () => succeed("batch", "hold", "acme"),
	"batch release": async () => {
		await succeed("batch", "hold", "acme");
		await succeed("batch", "release", "acme");
	},
};

/** Its record is tested with queues, in `stack-command-line.long.test.ts`. */
const changingElsewhere = "dlq redrive";

const reason = ["--reason", "wrong file"];
const payments = Array.from({ length: batchMin }, () => ({
	slug: "inv-0",
	amount: 0.1,
}));

const reading = [
	"export",
	"compare",
	"audit",
	"list",
	"key find",
	"key list",
	"invoice list",
	"invoice show",
	"invoice payments",
	"order list",
	"order show",
	"request list",
	"request show",
	"request history",
	"attempt show",
	"batch list",
	"batch show",
	"batch watch",
	"dlq list",
];

/** Raises an advance that waits for an approver. */
async function askApprover() {
	const stages = [{ approvers: ["u-admin"] }];
	await world.import({
		...contractExample(),
		approvalPolicies: [{ name: "All", default: true, stages }],
	});
	const advance = { amount: 10, vendorId: "v-1" };
	const path = "/v1.0/payment/request/vendor-advance";
	expect(await world.post(path, advance)).toMatchObject({ status: 200 });
}

async function createKey(): Promise<string> {
	const words = ["--user", "u-admin", "--permission", "invoices:read"];
	return JSON.parse(await succeed("key", "create", "acme", ...words)).id;
}

describe("issue 31.2: who changed what", () => {
	it("every command changes something, with an audit record, or only reads", () => {
		expect([...commands.keys()].toSorted()).toEqual(
			[...Object.keys(changing), changingElsewhere, ...reading].toSorted(),
		);
	});

	it.each(Object.keys(changing))(
		"%s: time, identity, command, outcome",
		async (name) => {
			await changing[name]?.();
			const [last] = await records();
			expect(last).toMatchObject({
				by: operatorArn,
				command: name,
				organizationId: "acme",
				outcome: "DONE",
				error: null,
				counts: expect.any(Object),
			});
			expect(Date.parse(last?.at ?? "")).toBeLessThanOrEqual(
				Date.parse(last?.endedAt ?? ""),
			);
		},
	);

	it("an import: the file's digest, its path, and how many records it created and changed", async () => {
		const ended = await importFile(
			acme({
				invoices: [...payableInvoices(1, 90), ...payableInvoices(2).slice(1)],
			}),
		);
		expect(ended).toMatchObject({ code: 0 });
		const digest = createHash("sha256").update(readFileSync(path));
		expect(await records()).toEqual([
			expect.objectContaining({
				arguments: [path],
				fileDigest: digest.digest("hex"),
				counts: { change: 1, create: 1, unchanged: 3, written: 2 },
			}),
		]);
	});

	it("a dry run, and a command that finds nothing to change, leave no record", async () => {
		await importFile(acme({ invoices: payableInvoices(2) }), "--dry-run");
		await importFile(acme({ invoices: payableInvoices(1) }));
		await succeed("resume", "acme");
		await onTable("batch", "stop", "acme", "unknown", ...reason);
		await onTable("key", "revoke", "acme", "key_unknown");
		expect(await records()).toEqual([]);
	});

	it("org audit lists them, newest first, and so does an export; a command's location is not recorded", async () => {
		await createKey();
		await succeed("suspend", "acme", "--keep-batches");
		const listed = JSON.parse(await succeed("audit", "acme"));
		expect(listed).toEqual(await records());
		expect(listed).toMatchObject([
			{ command: "suspend", arguments: ["acme", "--keep-batches"] },
			{
				command: "key create",
				arguments: [
					...["acme", "--user", "u-admin"],
					...["--permission", "invoices:read"],
				],
			},
		]);
		expect((await exported(world)).audit).toEqual(listed);
	});

	it("a command that fails half-way: its error, and what it had done", async () => {
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchExecuteStatement",
			effect: failBefore(),
		});
		const file = acme({ invoices: payableInvoices(2) });
		expect(await importFile(file)).toMatchObject({ code: 1 });
		expect(await records()).toMatchObject([
			{
				outcome: "FAILED",
				error: expect.stringMatching(/^Not all could be written/),
			},
		]);
	});

	it("the local store: the system's user", async () => {
		writeFileSync(path, JSON.stringify(acme()));
		const onStore = ["--data-dir", join(directory, "data")];
		expect(await org("import", path, ...onStore)).toMatchObject({ code: 0 });
		const { stdout } = await org("audit", "acme", ...onStore);
		expect(JSON.parse(stdout)).toMatchObject([
			{ by: `local user ${userInfo().username}`, outcome: "DONE" },
		]);
	});

	it("without an answer of STS, the access key", async () => {
		vi.stubEnv("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:1");
		try {
			await succeed("batch", "hold", "acme");
		} finally {
			vi.stubEnv("AWS_ENDPOINT_URL_STS", stsUrl);
		}
		expect(await records()).toMatchObject([
			{ by: `access key ${accessKeyId} (STS did not tell whose)` },
		]);
	});
});

describe("issue 31.2: before the first write", () => {
	it.each(["key create", "import", "invoice lock", "batch hold"])(
		"%s: without its audit record, nothing is written",
		async (name) => {
			let refused = 0;
			world.gateway.faults.add({
				accessKeyId,
				operation: "PutItem",
				effect: (call, forward) => {
					if (!call.body.includes('"AUDIT#')) return forward(call);
					refused += 1;
					return failBefore()(call, forward);
				},
			});
			const before = await tableContents(world);
			await changing[name]?.().catch(() => {});
			expect(await tableContents(world)).toEqual(before);
			expect(refused).toBeGreaterThan(0);
			const { stderr } = await onTable("batch", "hold", "acme");
			expect(stderr).toMatch(/^[^\n]+InternalServerError[^\n]*\n$/);
		},
	);

	it("a command that reads cannot write", async () => {
		const item = { pk: "ORG#acme", sk: "X" };
		const put = new PutCommand({ TableName: world.table.name, Item: item });
		const { documents, documentsNoRetry } = readOnly(world.table);
		for (const client of [documents, documentsNoRetry])
			await expect(client.send(put)).rejects.toThrow(
				"PutItemCommand was not sent",
			);
	});
});

describe("issue 31.2: secrets", () => {
	it("are in no record: neither a file's, nor a new one, nor one that was typed", async () => {
		const made = await succeed(
			...["key", "create", "acme", "--user", "u-admin"],
			...["--permission", "invoices:read"],
		);
		const { id, key } = JSON.parse(made);
		const rotated = await succeed("key", "rotate", "acme", id);
		await importFile(acme({ org: { id: "acme", name: `found ${key}` } }));
		await succeed(
			...["key", "create", "acme", "--user", "u-admin"],
			...["--permission", "invoices:read", "--name", `instead of ${key}`],
		);
		const audit = await records();
		expect(audit).toHaveLength(4);
		for (const secret of [key, JSON.parse(rotated).key, testKey])
			for (const text of [secret, toSecretHash(secret)])
				expect(JSON.stringify(audit)).not.toContain(text);
		expect(audit[0]?.arguments.at(-1)).toBe(`instead of ${key.slice(0, 8)}…`);
	});
});

describe("issue 31.2: an import keeps the author of what it does not change", () => {
	it("records that the API created or changed, described by a file as they are", async () => {
		await world.post("/v1.0/vendor", { name: "V" });
		await pay(world, [{ slug: "inv-0", amount: 10 }]);
		const before = await exported(world);
		const [vendor] = before.vendors;
		const file = acme({
			vendors: [{ id: vendor.id, name: "V" }],
			invoices: payableInvoices(2),
		});
		passSeconds(world, 1);
		expect(await importFile(file)).toMatchObject({ code: 0 });
		const after = await exported(world);
		expect(after.vendors).toEqual(before.vendors);
		expect(after.invoices[0]).toEqual(before.invoices[0]);
		expect(after.apiKeys).toEqual(before.apiKeys);
		expect(vendor.createdBy).toEqual(admin);
		expect(after.invoices[0].updatedBy).toEqual(admin);
	});
});
