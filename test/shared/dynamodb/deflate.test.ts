import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { deflate, inflate } from "../../../shared/dynamodb/deflate.ts";
import { anyText } from "../../support/any-text.ts";
import { propertySeed } from "../../support/property-seed.ts";

it("gives back every text, as any reader of RFC 1951 would", () => {
	fc.assert(
		fc.property(anyText({ maxLength: 300 }), (text) => {
			const deflated = deflate(text);
			expect(inflate(deflated)).toBe(text);
			expect(inflateRawSync(deflated).toString()).toBe(text);
		}),
		{ seed: propertySeed },
	);
});

it.each([0, 1, 127, 128, 129, 1_000])(
	"a text of %i bytes that cannot be compressed takes five bytes more",
	(length) => {
		const text = randomBytes(length)
			.toString("latin1")
			.replace(/[^ -~]/g, "x");
		expect(deflate(text).length).toBeLessThanOrEqual(length + 5);
		expect(inflate(deflate(text))).toBe(text);
	},
);

it("compresses a long text", () => {
	expect(deflate("invoice ".repeat(100)).length).toBeLessThan(50);
});

it.each([10, 1_000])(
	"keeps no more memory than the result of a text of %i bytes",
	(length) => {
		const deflated = deflate("x".repeat(length));
		expect(deflated.buffer.byteLength).toBe(deflated.length);
	},
);
