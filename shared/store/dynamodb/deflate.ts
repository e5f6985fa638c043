/** Stored items keep long texts deflated (RFC 1951, without a header), because writes are billed by the KB. */

/** Up to this length, deflating saves next to nothing. */
const storedLengthMax = 128;

export function deflate(text: string): Uint8Array {
	const bytes = Buffer.from(text);
	return bytes.length <= storedLengthMax
		? toStoredBlock(bytes)
		: // A copy: the result of Node.js keeps 64 KB in memory, however short it is.
			new Uint8Array(zlib().deflateRawSync(bytes));
}

export const inflate = (deflated: Uint8Array): string =>
	zlib().inflateRawSync(deflated).toString();

/**
 * Loaded when it is needed: most payments need nothing of it, and loading it is a fortieth of the first call of a new
 * environment.
 */
const zlib = () => process.getBuiltinModule("node:zlib");

/** A stream of one block that is not compressed (RFC 1951, 3.2.4): flags of the last block, length, its complement. */
function toStoredBlock(bytes: Buffer): Uint8Array {
	const header = Buffer.alloc(5);
	header.writeUInt8(1, 0);
	header.writeUInt16LE(bytes.length, 1);
	header.writeUInt16LE(0xffff - bytes.length, 3);
	return Buffer.concat([header, bytes]);
}
