import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { localConnection } from "../../../local/local-connection.ts";
import { startLocalStack } from "../../../local/local-stack.ts";
import { openLocalStore } from "../../../local/store-access.ts";
import type { Template } from "../../../local/template/template.ts";
import { connectTable } from "../../../shared/store/dynamodb/table.ts";
import { batchKey } from "../../../shared/store/keys.ts";
import { acme, payableInvoices } from "../../support/acme.ts";
import { resourcesOf } from "../../support/batches.ts";
import { startBatch, waitForBatch } from "./batch-client.ts";

it("contract 1: a batch goes on after a stop of any length", async () => {
	const folder = mkdtempSync(join(tmpdir(), "late-"));
	const dataDirectory = join(folder, "data");
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices: payableInvoices(500) })));
	const start = (change: (template: Template) => Template) =>
		startLocalStack({
			port: 0,
			organizationFiles: [file],
			storage: { dataDirectory },
			log: () => {},
			change,
		});

	const stopped = await start((template) => ({
		...template,
		eventSources: [],
	}));
	const slug = await startBatch(stopped.url, resourcesOf(500, 1));
	await stopped.stop();
	await setProgress(dataDirectory, slug, "2026-11-21T10:00:00.000Z");

	// The sweeper comes first, and the worker when it has been there.
	const swept = await start((template) => ({ ...template, eventSources: [] }));
	await swept.stop();
	const restarted = await start((template) => template);
	const results = await waitForBatch(restarted.url, slug, 60);
	expect(results.map(({ status }) => status)).toEqual(Array(500).fill("DONE"));
	await restarted.stop();
	rmSync(folder, { recursive: true });
});

/** Makes a batch as old as if the stack had been stopped then. */
async function setProgress(
	dataDirectory: string,
	bulkActionSlug: string,
	progressAt: string,
) {
	const store = await openLocalStore(dataDirectory);
	const { documents, name } = connectTable({
		name: store.tableName,
		...localConnection(store.endpoint),
	});
	await documents.send(
		new UpdateCommand({
			TableName: name,
			Key: batchKey({ organizationId: "acme", bulkActionSlug }),
			UpdateExpression: "SET progressAt = :then, sentAt = :then",
			ExpressionAttributeValues: { ":then": progressAt },
		}),
	);
	documents.destroy();
	await store.close();
}
