import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { connectTable } from "../../../../shared/dynamodb/table.ts";
import type { ListKind } from "../../../../shared/lists/list-index.store.ts";
import { localConnection } from "../../../../tools/local/local-connection.ts";
import { openLocalStore } from "../../../../tools/local/store-access.ts";
import {
	made,
	writeEarlierDataDirectory,
} from "../../../support/earlier-version.ts";
import { exportOrganization } from "../../../support/export-organization.ts";
import { listed } from "../../../support/listed.ts";
import { waitForBatch } from "../batches/batch-client.ts";
import { runScript, runStack } from "../run-stack.ts";
import { runningBatch, writeOldDataDirectory } from "./old-data-directory.ts";

const counts = {
	INVOICE: 120,
	PAYMENT_REQUEST: 2,
	PURCHASE_ORDER: 2,
	SKU: 2,
	TAG: 1,
	USER: 1,
	VENDOR: 1,
} as const satisfies Record<ListKind, number>;
const kinds = Object.keys(counts) as ListKind[];

it("R1: a data directory of a version without the index goes on, its batch too, and is listed after reindex", async () => {
	const path = mkdtempSync(join(tmpdir(), "upgrade-"));
	await writeOldDataDirectory(path);

	await using stack = runScript("test/tools/local/batches/impatient-stack.ts", [
		...["--port", "0", "--data-dir", path],
	]);
	const url = await stack.ready();
	const results = await waitForBatch(url, runningBatch);
	expect(results.map(({ status }) => status)).toEqual(
		Array.from({ length: 120 }, () => "DONE"),
	);

	const { endpoint, tableName } = await openLocalStore(path);
	const table = connectTable({ name: tableName, ...localConnection(endpoint) });
	await expectRecords(table);
	for (const kind of kinds) expect(await listed(table, kind)).toEqual([]);

	expect(await reindex(path)).toEqual({ listed: 129, alreadyListed: 0 });
	for (const kind of kinds)
		expect(await listed(table, kind)).toHaveLength(counts[kind]);
	expect(await reindex(path)).toEqual({ listed: 0, alreadyListed: 129 });

	await stack.end("SIGKILL");
	rmSync(path, { recursive: true });
});

it("3.4: a data directory of version dcd53ad goes on, its batch too", async () => {
	const path = mkdtempSync(join(tmpdir(), "upgrade-"));
	writeEarlierDataDirectory(path);

	await using stack = runStack("--port", "0", "--data-dir", path, "--quiet");
	const url = await stack.ready();
	const results = await waitForBatch(url, made.batches.running);
	const notDone = results.filter(({ status }) => status !== "DONE");
	expect(results).toHaveLength(450);
	expect(notDone).toMatchObject([
		{ slug: "inv-120", reason: "INVALID_STATE" },
		{ slug: "inv-missing", reason: "NOT_FOUND" },
	]);

	await stack.end("SIGKILL");
	rmSync(path, { recursive: true });
});

/** Each of the 120 invoices of 100 was paid 10 by the batch, `inv-0` 0.3 before it. */
async function expectRecords(table: Parameters<typeof exportOrganization>[0]) {
	const document = await exportOrganization(table, "acme");
	const byAdmin = { userId: "u-admin", keyId: null };
	const invoices = document.invoices as { slug: string; due: object }[];
	const dues = new Map(invoices.map(({ slug, due }) => [slug, `${due}`]));
	expect(dues.get("inv-0")).toBe("89.7");
	expect(dues.get("inv-119")).toBe("90");
	expect(invoices.at(-1)).toMatchObject({
		createdBy: null,
		updatedBy: byAdmin,
		payments: [{ userId: "u-admin", keyId: null }],
	});
	expect(document.batches).toMatchObject([
		{ status: "DONE", counts: { DONE: 120 }, createdBy: byAdmin },
	]);
	expect(document.skus).toMatchObject([
		{ itemCode: "ROD-1", createdBy: null, updatedBy: null },
		{ name: "Glue", createdBy: null, updatedBy: null },
	]);
}

async function reindex(path: string): Promise<unknown> {
	const { stdout } = await promisify(execFile)(process.execPath, [
		...["bin/org.ts", "reindex", "acme", "--data-dir", path],
	]);
	return JSON.parse(stdout);
}
