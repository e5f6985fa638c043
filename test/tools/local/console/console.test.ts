import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { eachLine } from "../../../../tools/local/console/lines.ts";
import { plain } from "../../../../tools/local/console/paint.ts";
import { summary } from "../../../../tools/local/console/summary.ts";
import { demoOrganizationFile } from "../../../../tools/local/demo-organization.ts";

describe("the summary of a started stack", () => {
	const stack = {
		url: "http://127.0.0.1:3000",
		organizationFiles: [demoOrganizationFile],
		hasNotifications: true,
	};

	it("begins with the console, then has the API reference, the demo's keys and a first request", () => {
		const text = summary(stack, plain);
		expect(text).toMatch(
			/^\nConsole: .*\nhttp:\/\/127\.0\.0\.1:3000\/console\n/,
		);
		expect(text).toContain("http://127.0.0.1:3000/docs\n");
		expect(text).toContain("demo-admin-key       Everything");
		expect(text).toMatch(/demo-revoked-key .* revoked\n/);
		expect(text).toMatch(/demo-expired-key .* expires 2025-/);
		expect(text).toContain("curl http://127.0.0.1:3000/v1.0/payment/");
	});

	it("says where mails and events are, or that there are none", () => {
		expect(summary(stack, plain)).toContain("http://127.0.0.1:3000/mail\n");
		const without = summary({ ...stack, hasNotifications: false }, plain);
		expect(without).not.toContain("/mail");
		expect(without).toContain(
			"none are sent with --memory or DYNAMODB_ENDPOINT\n",
		);
	});

	it("has no keys of other organizations", () => {
		const text = summary({ ...stack, organizationFiles: ["my.json"] }, plain);
		expect(text).toContain("http://127.0.0.1:3000/console\n");
		expect(text).not.toMatch(/key/i);
	});
});

describe("lines of a stream", () => {
	it("are complete however they arrive, and only a newline ends one", async () => {
		const stream = new PassThrough();
		const lines: string[] = [];
		eachLine(stream, (line) => lines.push(line));
		const bytes = Buffer.from("a\u2028é\n\nb");
		for (const byte of bytes) stream.write(Buffer.from([byte]));
		await expect.poll(() => lines).toEqual(["a\u2028é", ""]);
		stream.end();
		await expect.poll(() => lines).toEqual(["a\u2028é", "", "b"]);
	});
});
