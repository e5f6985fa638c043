import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { acme, payableInvoices } from "../../../support/acme.ts";
import { resourcesOf } from "../../../support/batches.ts";
import { pay } from "../batches/batch-client.ts";
import { runStack } from "../run-stack.ts";

it("events: npm start --webhook posts what events.jsonl keeps", async () => {
	const folder = mkdtempSync(join(tmpdir(), "webhook-"));
	const received: unknown[] = [];
	const receiver = createServer(async (request, response) => {
		received.push(JSON.parse(await text(request)));
		response.end();
	});
	await once(receiver.listen(0, "127.0.0.1"), "listening");
	// Unchecked cast: the address of a TCP server.
	const { port } = receiver.address() as AddressInfo;
	const file = join(folder, "acme.json");
	writeFileSync(file, JSON.stringify(acme({ invoices: payableInvoices(1) })));
	try {
		await using stack = runStack(
			...["--port", "0", "--data-dir", folder, "--org", file],
			...["--webhook", `http://127.0.0.1:${port}/`],
		);
		const api = await stack.ready();
		const resources = resourcesOf(1, 1);
		expect((await pay(api, resources)).status).toBe(200);
		await expect.poll(() => received).toHaveLength(1);
		const kept = readFileSync(join(folder, "events.jsonl"), "utf8");
		expect(received[0]).toEqual(JSON.parse(kept));
		expect(received[0]).toMatchObject({ "detail-type": "Invoice Paid" });
		expect(await stack.end("SIGTERM")).toBe(0);
	} finally {
		receiver.close();
		rmSync(folder, { recursive: true });
	}
});
