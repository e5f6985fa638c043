import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectTable } from "../../../../shared/dynamodb/table.ts";
import { demoOrganizationFile } from "../../../../tools/local/demo-organization.ts";
import { localConnection } from "../../../../tools/local/local-connection.ts";
import {
	startTestStack,
	type TestStack,
} from "../../../support/aws-gateway/test-gateway.ts";
import { apiClient } from "./api-client.ts";
import { runBatches } from "./batches.ts";
import { decideFromMail } from "./decide-from-mail.ts";
import { sendExhibits, sendRequests } from "./requests.ts";
import { useConsole } from "./use-console.ts";
import { grantedUses, refusedUses, usesOf } from "./used-permissions.ts";

const used = new Set<string>();
let output = "";
let stack: TestStack;
const dataDirectory = mkdtempSync(join(tmpdir(), "least-privilege-"));

beforeAll(async () => {
	stack = await startTestStack({
		port: 0,
		organizationFiles: [demoOrganizationFile],
		// In memory, the stack has no stream, and so no notifications.
		storage: { dataDirectory },
		log: (line) => {
			output += `${line}\n`;
		},
		// The sweeper runs every second.
		change: (template) => ({
			...template,
			schedules: template.schedules.map((schedule) => ({
				...schedule,
				everySeconds: 1,
			})),
		}),
	});
	stack.faults.add({
		effect: (call, forward) => {
			for (const use of usesOf(call)) used.add(use);
			return forward(call);
		},
	});
});
afterAll(async () => {
	await stack.stop();
	rmSync(dataDirectory, { recursive: true });
});

/** With its roles enforced. The gateway refuses what they do not allow, so no refusal means that nothing is missing. */
it("with every function at work, at any failure: each calls what its role allows, and all of it", async () => {
	const api = apiClient(stack.url);
	const table = connectTable({
		name: stack.template.table.input.TableName,
		...localConnection(stack.gateway.url, stack.sessionToken),
	});
	const hasUsed = (beginning: string) =>
		[...used].some((use) => use.startsWith(`${beginning} `));

	const work = async () => {
		await sendExhibits(api);
		await Promise.all([
			sendRequests(api, table),
			runBatches({ api, stack, table, hasUsed }),
			useConsole(stack.url),
			decideFromMail(api, { url: stack.url, dataDirectory, table }),
			// The functions that read the table's stream come later than the answers.
			expect.poll(() => hasUsed("approval-mailer dynamodb:PutItem")).toBe(true),
			expect.poll(() => hasUsed("event-publisher events:PutEvents")).toBe(true),
		]);
	};
	const failure = await work().then(
		() => undefined,
		(error) => error,
	);
	expect(refusedUses(output)).toEqual([]);
	if (failure) throw failure;
	const granted = grantedUses(stack.template.functions);
	expect(
		[...granted].filter((use) => !used.has(use)),
		"Send a request that needs this permission in test/tools/local/least-privilege/requests.ts, or do not grant it in lib",
	).toEqual([]);
});

it("the functions that only read may not write", () => {
	const readers = /^(batch-status|read-attempts|read-records) dynamodb:/;
	const writes = [...grantedUses(stack.template.functions)].filter(
		(use) => readers.test(use) && !/:(GetItem|BatchGetItem|Query) /.test(use),
	);
	expect(writes).toEqual([]);
});
