import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runStack } from "../local/run-stack.ts";
import { parseHttpFile } from "./http-file.ts";
import { readDocument } from "./markdown.ts";

it("docs/requests.http: a fresh local stack answers every request, from the top, with the status that it names", async () => {
	const folder = mkdtempSync(join(tmpdir(), "requests-"));
	try {
		await using stack = runStack("--port", "0", "--data-dir", folder);
		const base = `${await stack.ready()}/v1.0`;
		const requests = parseHttpFile(readDocument("docs/requests.http"), {
			base,
		});
		const answered: string[] = [];
		for (const { url, title, status, ...request } of requests) {
			const response = await fetch(url, request);
			answered.push(`${title}: ${response.status}`);
			if (response.status !== status) answered.push(await response.text());
			else await response.body?.cancel();
		}
		expect(answered).toEqual(
			requests.map(({ title, status }) => `${title}: ${status}`),
		);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
