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
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { failBefore } from "../../support/aws-gateway/faults/effects.ts";
import { resourcesOf, startBatch } from "../../support/batches.ts";
import { org } from "../../support/org-command.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { pay } from "../../support/pay.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import { testKey } from "../../support/world.ts";
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

async function createKey(): Promise<string> {
	const words = ["--user", "u-admin", "--permission", "invoices:read"];
	return JSON.parse(await succeed("key", "create", "acme", ...words)).id;
}

describe("contract 5: who changed what", () => {
	it("an import: the file's digest, its path, and how many records it created and changed", async () => {
		const ended = await importFile(
			acme({
				invoices: [...payableInvoices(1, 90), ...payableInvoices(2).slice(1)],
			}),
			"--yes",
		);
		expect(ended).toMatchObject({ code: 0 });
		const digest = createHash("sha256").update(readFileSync(path));
		expect(await records()).toEqual([
			expect.objectContaining({
				arguments: [path, "--yes"],
				fileDigest: digest.digest("hex"),
				counts: { change: 1, create: 1, unchanged: 3, written: 2 },
			}),
		]);
	});

	it("an import: the money and state of each record before and after, and which other records it changed", async () => {
		const ended = await importFile(
			acme({
				vendors: [{ id: "v-new", name: "New" }],
				invoices: [
					{ slug: "inv-0", state: "ON_HOLD", amount: 9999.1 },
					{ slug: "inv-new", state: "APPROVED", amount: 50, due: 20 },
				],
				apiKeys: [
					{
						key: "a-secret-of-the-file",
						name: "Reader",
						userId: "u-admin",
						permissions: ["invoices:read"],
					},
				],
			}),
			"--yes",
		);
		expect(ended).toMatchObject({ code: 0 });
		const [keyId] = JSON.parse(await succeed("key", "list", "acme"))
			.map(({ id }: { id: string }) => id)
			.filter((id: string) => id !== admin.keyId);
		const text = await succeed("audit", "acme");
		expect(text).not.toContain("a-secret-of-the-file");
		const [{ changes, changesLeftOut }] = JSON.parse(text);
		expect({ changes, changesLeftOut }).toEqual({
			changes: [
				{ kind: "vendor", id: "v-new", action: "create", properties: {} },
				{
					kind: "invoice",
					id: "inv-0",
					action: "change",
					properties: {
						amount: { from: 100, to: 9999.1 },
						due: { from: 100, to: 9999.1 },
						state: { from: "APPROVED", to: "ON_HOLD" },
					},
				},
				{
					kind: "invoice",
					id: "inv-new",
					action: "create",
					properties: {
						amount: { from: null, to: 50 },
						due: { from: null, to: 20 },
						state: { from: null, to: "APPROVED" },
					},
				},
				{ kind: "API key", id: keyId, action: "create", properties: {} },
			],
			changesLeftOut: 0,
		});
	});

	it("an import that ends before its writes: what it was about to change", async () => {
		world.gateway.faults.add({
			accessKeyId,
			operation: "BatchExecuteStatement",
			effect: failBefore(),
		});
		await importFile(acme({ invoices: payableInvoices(2) }));
		expect(await records()).toMatchObject([
			{ outcome: "FAILED", changes: [{ id: "inv-1", action: "create" }] },
		]);
	});

	it("a large import: as many records as 300 KB hold, and how many more there were", async () => {
		await importFile(acme({ invoices: payableInvoices(4_000) }));
		const [audit] = JSON.parse(await succeed("audit", "acme"));
		const { changes, changesLeftOut } = audit;
		expect(JSON.stringify(changes).length).toBeLessThanOrEqual(300_000);
		expect(JSON.stringify(changes).length).toBeGreaterThan(299_000);
		expect(changes.length + changesLeftOut).toBe(3_999);
	});

	it("a batch that was stopped: a command's operator is in the audit, a request's user in the batch", async () => {
		await importFile(acme({ invoices: payableInvoices(101) }));
		const resources = resourcesOf(101);
		const byCommand = await startBatch(world, resources);
		const words = ["--reason", "wrong file", "--yes"];
		await succeed("batch", "stop", "acme", byCommand, ...words);
		const byRequest = await startBatch(world, resources);
		const path = `/v1.0/payment/mark-as-paid/${byRequest}/stop`;
		await world.post(path, { reason: "wrong file" });

		const { batches } = await exported(world);
		const stoppedBy = Object.fromEntries(
			batches.map((batch: { bulkActionSlug: string; stoppedBy: unknown }) => [
				batch.bulkActionSlug,
				batch.stoppedBy,
			]),
		);
		expect(stoppedBy).toEqual({
			[byCommand]: null,
			[byRequest]: admin,
		});
		const [audit, ...others] = JSON.parse(await succeed("audit", "acme"));
		expect(audit).toMatchObject({
			by: `arn:aws:iam::000000000000:user/${accessKeyId}`,
			command: "batch stop",
			arguments: ["acme", byCommand, ...words],
		});
		expect(others).toMatchObject([{ command: "import" }]);
	});

	it("a dry run, and a command that finds nothing to change, leave no record", async () => {
		await importFile(acme({ invoices: payableInvoices(2) }), "--dry-run");
		await importFile(acme({ invoices: payableInvoices(1) }));
		await succeed("resume", "acme");
		await onTable("batch", "stop", "acme", "unknown", "--reason", "x");
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

	it("a command that fails halfway: records its error and what it had done", async () => {
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

describe("contract 5: before the first write", () => {
	it.each([
		"key create acme --user u-admin --permission invoices:read",
		`import ${path}`,
		"invoice lock acme inv-0 --for 1h",
		"batch hold acme",
	])("%s: without its audit record, nothing is written", async (line) => {
		writeFileSync(path, JSON.stringify(acme({ invoices: payableInvoices(2) })));
		const fault = world.gateway.faults.add({
			accessKeyId,
			operation: "PutItem",
			matches: (body) => JSON.stringify(body).includes('"AUDIT#'),
			effect: failBefore(),
		});
		const before = await tableContents(world);
		expect(await onTable(...line.split(" "))).toMatchObject({ code: 1 });
		expect(await tableContents(world)).toEqual(before);
		expect(fault.hits).toBeGreaterThan(0);
	});

	it("an import changes no record if its audit record cannot list the changes", async () => {
		const fault = world.gateway.faults.add({
			accessKeyId,
			operation: "UpdateItem",
			matches: (body) => JSON.stringify(body).includes(":changes"),
			effect: failBefore(),
		});
		const file = acme({ invoices: payableInvoices(2) });
		expect(await importFile(file)).toMatchObject({ code: 1 });
		expect(fault.hits).toBeGreaterThan(0);
		expect((await exported(world)).invoices).toHaveLength(1);
		expect(await records()).toMatchObject([
			{ outcome: "FAILED", changes: null },
		]);
	});

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

describe("contract 5: secrets", () => {
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

describe("contract 5: an import keeps the author of what it does not change", () => {
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
