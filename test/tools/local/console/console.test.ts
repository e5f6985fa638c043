import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { eachLine } from "../../../../tools/local/console/lines.ts";
import {
	coloured,
	paintFor,
	plain,
} from "../../../../tools/local/console/paint.ts";
import { writtenProgress } from "../../../../tools/local/console/progress.ts";
import { summary } from "../../../../tools/local/console/summary.ts";
import { demoOrganizationFile } from "../../../../tools/local/demo-organization.ts";

describe("colours", () => {
	const terminal = { isTTY: true, hasColors: () => true };
	it.each([
		["a terminal", terminal, {}, coloured],
		["a terminal with NO_COLOR", terminal, { NO_COLOR: "1" }, plain],
		[
			"a terminal without them",
			{ ...terminal, hasColors: () => false },
			{},
			plain,
		],
		["a file", { ...terminal, isTTY: false }, {}, plain],
	])("%s", (_, stream, env, paint) => {
		expect(paintFor(stream, env)).toBe(paint);
	});
});

describe("the progress of a start", () => {
	it("has a line for each step: title, notes, seconds", async () => {
		let text = "";
		const { step } = writtenProgress((part) => {
			text += part;
		});
		const result = await step("Building", async (note) => {
			expect(text).toBe("Building");
			note("one");
			note("two");
			return 7;
		});
		expect(result).toBe(7);
		expect(text).toMatch(/^Building one two \(\d+\.\d s\)\n$/);
	});

	it("ends the line of a step that fails", async () => {
		let text = "";
		const { step } = writtenProgress((part) => {
			text += part;
		});
		const failing = step("Importing", () => Promise.reject(new Error("no")));
		await expect(failing).rejects.toThrow("no");
		expect(text).toBe("Importing failed\n");
	});
});

describe("the summary of a started stack", () => {
	const stack = {
		url: "http://127.0.0.1:3000",
		routes: [
			{
				routeKey: "POST /v1.0/vendor",
				functionArn:
					"arn:aws:lambda:r:0:function:ProcurementPayments-dev-CreateVendorFunction01234ABC",
			},
		],
		organizationFiles: [demoOrganizationFile],
		hasNotifications: true,
	};

	it("lists routes, the URL, the demo's keys and a first request", () => {
		const text = summary(stack, plain);
		expect(text).toContain("POST  /v1.0/vendor  create-vendor\n");
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
		expect(text).toContain("POST  /v1.0/vendor  create-vendor\n");
		expect(text).not.toMatch(/key/i);
	});
});

describe("lines of a stream", () => {
	it("are whole, however they arrive, and only a newline ends one", async () => {
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
