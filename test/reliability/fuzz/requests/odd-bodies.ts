import { gzipSync } from "node:zlib";
import fc from "fast-check";

/** Bodies that are not JSON, or JSON that no serializer writes. */
export function oddBodies(json: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
	const bytes = json.map((text) => Buffer.from(text));
	const place = fc.nat(2_000);
	const between = (inserted: fc.Arbitrary<Buffer>) =>
		fc
			.tuple(bytes, place, inserted)
			.map(([body, at, more]) =>
				Buffer.concat([body.subarray(0, at), more, body.subarray(at)]),
			);
	return fc.oneof(
		// This body is truncated.
		fc
			.tuple(bytes, place)
			.map(([body, at]) => body.subarray(0, at % (body.length + 1))),
		between(fc.constantFrom(...notUtf8)),
		between(fc.constantFrom(...notJson)),
		between(fc.uint8Array({ minLength: 1, maxLength: 4 }).map(toBuffer)),
		fc.uint8Array({ maxLength: 200 }).map(toBuffer),
		fc
			.tuple(json, fc.constantFrom(...members))
			.map(([text, member]) => withMember(text, member)),
		json.map((text) => Buffer.from(`\ufeff${text}`)),
		json.map((text) => Buffer.from(text, "utf16le")),
		json.map((text) => gzipSync(text)),
		json.map((text) => Buffer.from(`${text}${text}`)),
		json.map((text) => Buffer.from(`${" \t\r\n".repeat(1_000)}${text}\n`)),
		fc.constantFrom(...wholeBodies),
	);
}

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes);
const ofBytes = (...bytes: number[]) => Buffer.from(bytes);

const notUtf8 = [
	ofBytes(0xff),
	ofBytes(0x80),
	ofBytes(0xc3),
	// An overlong slash, a surrogate, a code point above the last, a cut emoji.
	ofBytes(0xc0, 0xaf),
	ofBytes(0xed, 0xa0, 0x80),
	ofBytes(0xf4, 0x90, 0x80, 0x80),
	ofBytes(0xf0, 0x9f, 0x98),
];

const notJson = [
	"'",
	"//",
	"/**/",
	",",
	"}",
	"NaN",
	"\\",
	"\\u12",
	"\n",
	"\0",
].map((text) => Buffer.from(text));

/** Placed first in the object, where a valid member of that name may follow. */
const members = [
	'"skus":null',
	'"amount":"1"',
	'"resources":[]',
	'"__proto__":{"amount":1}',
	'"constructor":{"prototype":{"amount":1}}',
	'"x":1e999',
	'"x":-1e999',
	`"x":1${"0".repeat(400)}`,
	`"x":0.${"1".repeat(400)}`,
	'"x":-0',
	'"x":1E+2',
	'"\\u0061mount":1',
	'"x":"\\ud83d"',
	'"x":"\\udc00\\ud800"',
	`"x":${"[".repeat(9)}${"]".repeat(9)}`,
	`"x":${"[".repeat(5_000)}${"]".repeat(5_000)}`,
	`"x":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
	`"x":"${"x".repeat(50_000)}"`,
	`"${"n".repeat(50_000)}":1e300`,
	Array.from({ length: 2_000 }, (_, index) => `"x${index}":1`).join(),
];

function withMember(json: string, member: string): Buffer {
	const rest = json.startsWith("{}") ? "}" : `,${json.slice(1)}`;
	return Buffer.from(`{${member}${rest}`);
}

const wholeBodies = [
	...["", " ", "{", "}", "{}", "[]", "null", "true", "0", '""', "undefined"],
	...[
		"{}{}",
		"[{}]",
		'"{}"',
		"{a:1}",
		"{'a':1}",
		"[".repeat(100_000),
		"-",
		"1e",
	],
	...["a=1&b=2", "<xml/>", "--x\r\n\r\n--x--"],
].map((text) => Buffer.from(text));
