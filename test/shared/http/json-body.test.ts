import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type {
	SchemaFailure,
	Validate,
} from "../../../shared/errors/validate.ts";
import { jsonBody } from "../../../shared/http/json-body.ts";
import { toApiEvent } from "../../support/api-event.ts";

const anything = Object.assign((_: unknown): _ is object => true, {
	errors: null,
});

const read = (
	body: string | undefined,
	validate: Validate<object> = anything,
) => jsonBody(validate)(event(body));

function event(body: string | undefined) {
	return toApiEvent({
		method: "POST",
		path: "/",
		headers: {},
		...(body !== undefined && { body }),
	});
}

const withHeader = (
	name: string,
	value: string,
	sent: ReturnType<typeof event>,
) => ({ ...sent, headers: { ...sent.headers, [name]: value } });

const base64 = (bytes: Uint8Array | string) => ({
	...event(Buffer.from(bytes).toString("base64")),
	isBase64Encoded: true,
});

describe("conventions: a body that is not a JSON object is VALIDATION_ERROR", () => {
	it.each([
		[undefined, "must be JSON, not empty"],
		["", "must be JSON, not empty"],
		["{", "must be JSON: malformed at position 1"],
		["{a:1}", "must be JSON: malformed at position 1"],
		["{}{}", "must be JSON: malformed at position 2"],
		["NaN", "must be JSON"],
		["\u0000", "must be JSON"],
		["[]", "must be object"],
		["null", "must be object"],
		["1", "must be object"],
		['"{}"', "must be object"],
		["[".repeat(100_000) + "]".repeat(100_000), "must be object"],
	])("%.20s", (body, reason) => {
		expect(() => read(body)).toThrow(
			expect.objectContaining({ message: `Validation failed: / ${reason}` }),
		);
	});

	/** A text with a byte that no UTF-8 has. */
	const notUtf8 = Buffer.from('{"utr":"M\u00fcller"}', "latin1");

	it.each([
		["in base64", base64(notUtf8)],
		["read as text by the gateway", event(notUtf8.toString())],
		["in a text with nothing else wrong", event('{"utr":"M\ufffdller"}')],
	])("bytes that are not UTF-8, %s", (_, sent) => {
		expect(() => jsonBody(anything)(sent)).toThrow(
			"Validation failed: / must be JSON in UTF-8; send U+FFFD itself as an escape",
		);
	});

	it("but U+FFFD as an escape is a character like any other", () => {
		expect(read('{"a":"\\ufffd"}')).toEqual({ a: "\ufffd" });
	});
});

describe("7.1 VALIDATION_ERROR: a body that is not JSON says what it is", () => {
	const form = "application/x-www-form-urlencoded";
	const gzip = gzipSync('{"a":1}');
	const asForm = "must be JSON, not a form: send it as application/json";
	const uncompressed = (encoding: string) =>
		`must be JSON, not compressed as ${encoding}: send it uncompressed`;
	const withMark = "must be JSON without a byte order mark (BOM)";

	it.each([
		["gzip", base64(gzip), uncompressed("gzip")],
		[
			"gzip that was read as text",
			event(gzip.toString()),
			uncompressed("gzip"),
		],
		[
			"compressed otherwise",
			withHeader("content-encoding", "br", base64("\u008b")),
			uncompressed("br"),
		],
		["a form", withHeader("content-type", form, event("a=1&b=2")), asForm],
		[
			"a form in base64",
			withHeader("content-type", `${form}; charset=UTF-8`, base64("a=1")),
			asForm,
		],
		[
			"a form with a file that is not text",
			withHeader(
				"content-type",
				"multipart/form-data; boundary=x",
				base64(new Uint8Array([0x2d, 0x2d, 0xff])),
			),
			asForm,
		],
		["text with a BOM", event("\ufeff{}"), withMark],
		["text with a BOM in base64", base64("\ufeff{}"), withMark],
	])("%s", (_, sent, reason) => {
		expect(() => jsonBody(anything)(sent)).toThrow(
			expect.objectContaining({ message: `Validation failed: / ${reason}` }),
		);
	});

	it("in a short message, with any Content-Encoding", () => {
		const sent = withHeader("content-encoding", "x".repeat(8_000), event("a"));
		expect(() => jsonBody(anything)(sent)).toThrow(/^.{1,300}$/);
	});

	it("but JSON that is sent as a form is read", () => {
		const sent = withHeader("content-type", form, event('{"a":1}'));
		expect(jsonBody(anything)(sent)).toEqual({ a: 1 });
	});
});

it("reads a body that the gateway passes on in base64", () => {
	expect(jsonBody(anything)(base64('{"a":"ü"}'))).toEqual({ a: "ü" });
});

it("conventions: of duplicate JSON keys the last counts", () => {
	expect(read('{"a":1,"a":2}')).toEqual({ a: 2 });
});

describe("conventions: refused with the pointer", () => {
	it.each(["1e309", "-1e309", "1e126", "1e15", "-1e15", "1000000000000000"])(
		"%s is too large",
		(number) => {
			expect(() => read(`{"a":[{"b/c~d":${number}}]}`)).toThrow(
				"Validation failed: /a/0/b~1c~0d must be a number of magnitude below 1e15",
			);
		},
	);

	it.each(["5e-324", "1e-21", "1.5e-20", "0.000000000000000000001"])(
		"%s has too many decimal places",
		(number) => {
			expect(() => read(`{"a":${number}}`)).toThrow(
				"Validation failed: /a must NOT have more than 20 decimal places",
			);
		},
	);

	it.each([
		"999999999999999.9",
		"1e-20",
		"1.5e-19",
		"0",
		"-0",
		"0.1000000000000000055511151231257827",
		"1e14",
	])("%s is taken", (number) => {
		expect(() => read(`{"a":${number}}`)).not.toThrow();
	});
});

describe("conventions: the noise of binary floating point is taken out of every figure", () => {
	it.each([
		["0.30000000000000004", 0.3],
		["99.80000000000001", 99.8],
		["-0.30000000000000004", -0.3],
		["0.000033000000000000003", 0.000033],
		["123456789.1234567", 123456789.123457],
		["1e-20", 1e-20],
		["999999999999999", 999999999999999],
		["99999999999999.98", 99999999999999.98],
		["1234567890.123456", 1234567890.123456],
	])("%s is %d", (sent, figure) => {
		const body = `{"a":${sent},"b":{"__proto__":[{"c":${sent}}]}}`;
		expect(JSON.stringify(read(body))).toBe(
			`{"a":${figure},"b":{"__proto__":[{"c":${figure}}]}}`,
		);
	});
});

describe("conventions: text that is not well-formed Unicode is refused", () => {
	it.each([
		['{"a":"\\ud800"}', "/a"],
		['{"a":["x","\\udc00x"]}', "/a/1"],
		['{"b":{"\\ud800":1}}', "/b"],
		['{"\\ud800":1}', "/"],
	])("%s", (body, pointer) => {
		expect(() => read(body)).toThrow(
			`Validation failed: ${pointer} must be well-formed Unicode`,
		);
	});
});

describe("conventions: nesting", () => {
	const nested = (levels: number) =>
		`${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

	it("8 levels are taken", () => {
		expect(() => read(nested(8))).not.toThrow();
	});

	it.each([9, 50_000])("%i levels are refused", (levels) => {
		expect(() => read(nested(levels))).toThrow(
			/^Validation failed: (\/a){8} must NOT be nested more than 8 levels deep$/,
		);
	});
});

describe("7.1 VALIDATION_ERROR", () => {
	const failing = (failure: SchemaFailure) =>
		Object.assign((_: unknown): _ is object => false, { errors: [failure] });

	it("names the place and AJV's reason", () => {
		const validate = failing({
			instancePath: "/a/0",
			keyword: "type",
			message: "must be number",
			params: {},
		});
		expect(() => read("{}", validate)).toThrow(
			"Validation failed: /a/0 must be number",
		);
	});

	it("names a property that must not be there", () => {
		const validate = failing({
			instancePath: "",
			keyword: "additionalProperties",
			message: "must NOT have additional properties",
			params: { additionalProperty: "typo" },
		});
		expect(() => read("{}", validate)).toThrow(
			"Validation failed: / must NOT have additional properties: 'typo'",
		);
	});

	it.each([
		[
			"enum",
			"must be equal to one of the allowed values",
			{ allowedValues: ["GOODS", "SERVICES"] },
			"must be equal to one of the allowed values: GOODS, SERVICES",
		],
		[
			"format",
			'must match format "date"',
			{ format: "date" },
			"must be a date, YYYY-MM-DD",
		],
		[
			"format",
			'must match format "date-time"',
			{ format: "date-time" },
			"must be an RFC 3339 instant, such as 2030-01-31T18:30:00Z",
		],
		["type", "must be string,null", {}, "must be string or null"],
	])("says what is right: %s", (keyword, message, params, reason) => {
		const instancePath = "/a";
		const validate = failing({ instancePath, keyword, message, params });
		expect(() => read("{}", validate)).toThrow(
			expect.objectContaining({ message: `Validation failed: /a ${reason}` }),
		);
	});
});
