import { Md5 as SdkMd5, Sha256 as SdkSha256 } from "@smithy/core/checksum";
import { describe, expect, it } from "vitest";
import { Md5, Sha256 } from "../../lib/node-checksums.ts";

interface Checksum {
	update(data: string | Uint8Array): void;
	digest(): Promise<Uint8Array>;
	reset(): void;
}

const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);

/** As signing uses it: in parts, of texts and bytes, twice over. */
async function digests(checksum: Checksum): Promise<string[]> {
	const first = await checksum.digest();
	checksum.reset();
	checksum.update("AWS4-HMAC-SHA256\n₹");
	checksum.update(bytes);
	return [first, await checksum.digest()].map((digest) =>
		Buffer.from(digest).toString("hex"),
	);
}

describe("the bundles sign and verify as the SDK does", () => {
	it.each([
		["SHA-256", new Sha256(), new SdkSha256()],
		["HMAC with a text", new Sha256("AWS4secret"), new SdkSha256("AWS4secret")],
		["HMAC with bytes", new Sha256(bytes), new SdkSha256(bytes)],
		["MD5", new Md5(), new SdkMd5()],
	])("%s", async (_, ours, sdks) => {
		expect(await digests(ours)).toEqual(await digests(sdks));
	});
});
