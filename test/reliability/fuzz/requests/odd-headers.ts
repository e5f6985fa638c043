import fc from "fast-check";
import { testKey } from "../../../support/world.ts";
import { type FuzzedRequest, standardHeaders } from "./fuzzed-request.ts";

type Headers = FuzzedRequest["headers"];
type Header = Headers[number];

/** The standard headers, of which some are replaced, left out, repeated, or followed by odd ones. */
export const oddHeaders: fc.Arbitrary<Headers> = fc
	.record({
		key: fc.uuid(),
		act: fc.constantFrom("add", "replace", "replace", "repeat", "remove"),
		odd: fc
			.constantFrom(
				"content-type",
				"authorization",
				"x-idempotency-key",
				"if-match",
				"other",
			)
			.chain(oddHeader),
	})
	.map(({ key, act, odd }) => {
		const standard = standardHeaders(key);
		const [name] = odd;
		const others = standard.filter(([other]) => other !== name);
		switch (act) {
			case "remove":
				return others;
			case "replace":
				return [...others, odd];
			case "repeat":
				return [...standard, odd, odd];
			default:
				return [...standard, odd];
		}
	});

function oddHeader(name: string): fc.Arbitrary<Header> {
	if (name === "other") return fc.constantFrom(...otherHeaders);
	const named = (value: string | Buffer): Header => [name, value];
	return fc.oneof(
		fc.constantFrom(...(oddValues[name] ?? [])).map(named),
		anyValue.map(named),
	);
}

/** Any bytes but those that end a line, also such as no header may have. */
const anyValue = fc
	.uint8Array({ maxLength: 300 })
	.map((bytes) =>
		Buffer.from(bytes.filter((byte) => byte !== 10 && byte !== 13)),
	);

const oddValues: Readonly<Record<string, string[]>> = {
	"content-type": [
		...[
			"",
			"text/plain",
			"application/json; charset=utf-16",
			"APPLICATION/JSON",
		],
		...["application/octet-stream", "application/merge-patch+json", "*/*", ";"],
		...[
			"multipart/form-data",
			"application/x-www-form-urlencoded",
			"image/png",
		],
	],
	authorization: [
		...["", "Api-Key", "Api-Key ", `Bearer ${testKey}`, testKey, "Api-Key x y"],
		...[`API-KEY ${testKey}`, `Api-Key  ${testKey} `, `Api-Key\t${testKey}`],
		...[`Api-Key ${testKey},${testKey}`, "Api-Key __proto__", "Api-Key 😀"],
		...[
			"Basic YTpi",
			`Api-Key ${"x".repeat(20_000)}`,
			`Api-Key ${testKey}\u0000`,
		],
	],
	"x-idempotency-key": [
		...[
			"",
			" ",
			"k",
			"k",
			"same",
			"😀",
			"é",
			"ORG#acme",
			"__proto__",
			"#",
			"%00",
		],
		...[
			"x".repeat(256),
			"x".repeat(257),
			"x".repeat(20_000),
			"a\tb",
			"a\u0000b",
		],
	],
	"if-match": [
		"",
		"*",
		"1",
		'"1"',
		'"1","2"',
		'W/"1"',
		'""',
		'"',
		"x".repeat(9_000),
	],
};

const otherHeaders: Header[] = [
	["content-encoding", "gzip"],
	["content-encoding", "x".repeat(10_000)],
	["expect", "200-ok"],
	["x-http-method-override", "DELETE"],
	["x-forwarded-for", "127.0.0.1"],
	["x-request-id", "x".repeat(5_000)],
	["host", ""],
	["host", "evil.example:99999"],
	["cookie", "a=1; __proto__=2"],
	["accept", "text/html"],
	["accept-encoding", "gzip"],
	["range", "bytes=0-1"],
	["origin", "null"],
	["if-none-match", "*"],
	["__proto__", "1"],
	["constructor", "1"],
	["x".repeat(2_000), "1"],
	["x-long", "x".repeat(100_000)],
	["upgrade", "h2c"],
	["connection", "upgrade"],
];
