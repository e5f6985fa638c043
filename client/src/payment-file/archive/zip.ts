import { crc32 } from "./crc32.ts";

const encoder = new TextEncoder();

/** The date of all parts is 1980-01-01, so that the same contents make the same archive. */
const date = 0x0021;
/** This flag says that names are UTF-8. */
const flags = 0x0800;
const deflated = 8;

/** Makes a ZIP archive of texts, given by their paths. */
export async function zip(
	parts: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
	const files: Uint8Array<ArrayBuffer>[] = [];
	const directory: Uint8Array<ArrayBuffer>[] = [];
	let offset = 0;
	let directoryLength = 0;
	for (const [path, text] of Object.entries(parts)) {
		const name = encoder.encode(path);
		const content = encoder.encode(text);
		const packed = await deflate(content);
		const common = toBytes(
			...[u16(20), u16(flags), u16(deflated), u16(0), u16(date)],
			...[u32(crc32(content)), u32(packed.length), u32(content.length)],
			...[u16(name.length), u16(0)],
		);
		files.push(toBytes(u32(0x04034b50)), common, name, packed);
		const entry = toBytes(
			...[u32(0x02014b50), u16(20), [...common]],
			...[u16(0), u16(0), u16(0), u32(0), u32(offset)],
		);
		directory.push(entry, name);
		offset += 4 + common.length + name.length + packed.length;
		directoryLength += entry.length + name.length;
	}
	const count = Object.keys(parts).length;
	const end = toBytes(
		...[u32(0x06054b50), u16(0), u16(0), u16(count), u16(count)],
		...[u32(directoryLength), u32(offset), u16(0)],
	);
	const archive = new Blob([...files, ...directory, end]);
	return new Uint8Array(await archive.arrayBuffer());
}

async function deflate(content: Uint8Array<ArrayBuffer>) {
	const stream = new Blob([content])
		.stream()
		.pipeThrough(new CompressionStream("deflate-raw"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

const u16 = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number) => [...u16(value), ...u16(value >>> 16)];
const toBytes = (...parts: readonly (readonly number[])[]) =>
	Uint8Array.from(parts.flat());
