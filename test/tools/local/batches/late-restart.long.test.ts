import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { batchKey } from "../../../../shared/dynamodb/keys.ts";
import { startLocalStack } from "../../../../tools/local/local-stack.ts";
import type { Template } from "../../../../tools/local/template/template.ts";
import { acme, payableInvoices } from "../../../support/acme.ts";
import { resourcesOf } from "../../../support/batches.ts";
import { setTimes } from "../../operator/set-times.ts";
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
	await setTimes(dataDirectory, {
		key: batchKey({ organizationId: "acme", bulkActionSlug: slug }),
		names: ["progressAt", "sentAt"],
		minutesAgo: 600,
	});

	// The sweeper comes first, and the worker when it has been there.
	const swept = await start((template) => ({ ...template, eventSources: [] }));
	await swept.stop();
	const restarted = await start((template) => template);
	const results = await waitForBatch(restarted.url, slug);
	expect(results.map(({ status }) => status)).toEqual(Array(500).fill("DONE"));
	await restarted.stop();
	rmSync(folder, { recursive: true });
});
