import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileRoute } from "../../../shared/http/page-files.ts";
import { toApiEvent } from "../../support/api-event.ts";
import { CapturedLogger } from "../../support/captured-log.ts";
import { lambdaContext } from "../../support/lambda-context.ts";

it("A9: files that could not be read once are read again; those of other types are not served", async () => {
	const pageFolder = mkdtempSync(join(tmpdir(), "page-"));
	rmSync(pageFolder, { recursive: true });
	const files = fileRoute("page", ({ file = "index.html" }) => file, {
		pageFolder,
		clock: () => new Date("2026-11-28T10:00:00Z"),
		newId: () => "01M8HZXJQ226CB84B7H3W2NJG3",
		logger: new CapturedLogger(),
		emitMetrics: () => {},
	});
	const get = (pathParameters = {}) =>
		files(
			toApiEvent({
				...{ method: "GET", path: "/page", headers: {} },
				pathParameters,
			}),
			lambdaContext(),
		);
	expect(await get()).toMatchObject({ statusCode: 500 });
	mkdirSync(pageFolder);
	writeFileSync(join(pageFolder, "index.html"), "<p>");
	writeFileSync(join(pageFolder, "notes.txt"), "For no one");
	expect(await get()).toMatchObject({ statusCode: 200, body: "<p>" });
	expect(await get({ file: "notes.txt" })).toMatchObject({ statusCode: 404 });
	rmSync(pageFolder, { recursive: true });
	expect(await get()).toMatchObject({ statusCode: 200 });
});
