import { deflateRawSync, inflateRawSync } from "node:zlib";

/** JSON, deflated, for an item: a write is paid by the KB. */
export const packJson = (value: unknown): Uint8Array =>
	deflateRawSync(JSON.stringify(value));

/** What `packJson` was given: whoever reads an attribute knows what was written there. */
export const unpackJson = <T>(packed: Uint8Array): T =>
	JSON.parse(inflateRawSync(packed).toString());
