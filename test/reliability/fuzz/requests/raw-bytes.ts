import fc from "fast-check";

/** What is no HTTP/1.1 request, or one that its sender did not finish. */
export function rawBytes(target: string): fc.Arbitrary<Buffer> {
	const start = `POST ${target} HTTP/1.1\r\nhost: localhost\r\n`;
	const heads = [
		`${start}content-length: -1\r\n\r\n`,
		`${start}content-length: 10\r\ncontent-length: 11\r\n\r\n0123456789`,
		`${start}content-length: 100\r\n\r\n{`,
		`${start}content-length: 1e1\r\n\r\n{}`,
		`${start}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
		`${start}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
		`${start}transfer-encoding: chunked\r\n\r\n2\r\n{}`,
		`${start}transfer-encoding: chunked\r\n\r\n${"f".repeat(20)}\r\n`,
		`${start}transfer-encoding: gzip\r\n\r\n{}`,
		`${start}transfer-encoding: identity\r\ncontent-length: 2\r\n\r\n{}`,
		`${start}no colon\r\n\r\n`,
		`${start} folded: header\r\n\r\n`,
		`${start}na me: x\r\n\r\n`,
		`${start}a: b\rc\r\n\r\n`,
		`${start}authorization: Api-Key a\nb\r\n\r\n`,
		`${start}x-idempotency-key: a\r\n b\r\n\r\n`,
		`${start}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
		`POST ${target} HTTP/9.9\r\n\r\n`,
		`POST ${target}\r\n\r\n`,
		`POST ${target} HTTP/1.0\r\n\r\n`,
		`POST  ${target}  HTTP/1.1\r\n\r\n`,
		`BREW ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		`CONNECT ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		`OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		`GET http://localhost${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		`GET ${target}/../.. HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		`GET /${"x".repeat(2_000_000)} HTTP/1.1\r\n\r\n`,
		`GET ${target} HTTP/1.1\r\n${"a: b\r\n".repeat(3_000)}\r\n`,
		`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\nGET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"\r\n\r\n\r\n",
		"\u0016\u0003\u0001\u0002\u0000",
	].map((text) => Buffer.from(text));
	const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
	return fc.oneof(
		fc.constantFrom(...heads),
		bytes.map((one) => Buffer.from(one)),
		bytes.map((one) => Buffer.concat([Buffer.from(start), one])),
	);
}
