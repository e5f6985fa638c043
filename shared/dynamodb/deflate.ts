/** Up to this length, compression saves next to nothing. */
const storedLengthMax = 128;

/** Compresses a text as raw DEFLATE (RFC 1951), because DynamoDB bills writes by the KB. */
export function deflate(text: string): Uint8Array {
	const bytes = Buffer.from(text);
	return bytes.length <= storedLengthMax
		? toStoredBlock(bytes)
		: // The bytes are copied, because the result of Node.js keeps 64 KB in memory, however short it is.
			new Uint8Array(zlib().deflateRawSync(bytes));
}

/** @throws When the bytes are not raw DEFLATE. */
export const inflate = (deflated: Uint8Array): string =>
	zlib().inflateRawSync(deflated).toString();

/** Loaded only when needed: most payments do without it, and loading takes 2.5 % of a new environment's first call. */
const zlib = () => process.getBuiltinModule("node:zlib");

/** A stream of one block that is not compressed (RFC 1951, 3.2.4): flags of the last block, length, its complement. */
function toStoredBlock(bytes: Buffer): Uint8Array {
	const block = Buffer.alloc(5 + bytes.length);
	block.writeUInt8(1, 0);
	block.writeUInt16LE(bytes.length, 1);
	block.writeUInt16LE(0xffff - bytes.length, 3);
	bytes.copy(block, 5);
	return block;
}
