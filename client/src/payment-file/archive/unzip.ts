import { FileProblem } from "../sheets/file-problem.ts";
import { limits } from "../sheets/limits.ts";
import { crc32 } from "./crc32.ts";

/** The parts of a ZIP archive, unpacked piece by piece when they are read. */
export interface Archive {
	has(path: string): boolean;
	/**
	 * @throws FileProblem When there is no such part, it is damaged, or the parts that were read are larger than a payment
	 * file can be.
	 */
	read(
		path: string,
		onProgress?: (share: number) => void,
	): AsyncGenerator<Uint8Array>;
}

interface Entry {
	method: number;
	crc: number;
	/** The size of the packed part in bytes. */
	size: number;
	unpackedSize: number;
	/** Where the header of the part begins. */
	offset: number;
}

export const damaged = () =>
	new FileProblem(
		"The file is damaged, or not an Excel workbook. Open it in a spreadsheet and save it as .xlsx, or as CSV UTF-8",
	);

/** @throws FileProblem When the archive has no directory, because it is damaged or was not received in full. */
export function openArchive(bytes: Uint8Array): Archive {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const entries = readDirectory(view, bytes);
	let unpackedBytes = 0;
	return {
		has: (path) => entries.has(toKey(path)),
		async *read(path, onProgress) {
			const entry = entries.get(toKey(path));
			if (!entry) throw damaged();
			let crc = 0;
			let length = 0;
			for await (const piece of unpack(view, bytes, entry)) {
				unpackedBytes += piece.length;
				length += piece.length;
				if (unpackedBytes > limits.unpackedBytes)
					throw new FileProblem(
						"The workbook is too large. Copy the payments into a workbook of their own",
					);
				crc = crc32(piece, crc);
				yield piece;
				onProgress?.(Math.min(1, length / entry.unpackedSize));
			}
			if (crc !== entry.crc) throw damaged();
		},
	};
}

/** Programs that write archives differ in slashes and in upper and lower case. */
const toKey = (path: string) =>
	path.replaceAll("\\", "/").replace(/^\//, "").toLowerCase();

const endOfDirectory = 0x06054b50;
const endBytes = 22;
const commentBytesMax = 65_535;

function readDirectory(view: DataView, bytes: Uint8Array): Map<string, Entry> {
	const end = findEnd(view);
	const count = view.getUint16(end + 10, true);
	const entries = new Map<string, Entry>();
	try {
		let at = view.getUint32(end + 16, true);
		for (let index = 0; index < count; index++) {
			if (view.getUint32(at, true) !== 0x02014b50) throw damaged();
			const lengths = [28, 30, 32].map((part) =>
				view.getUint16(at + part, true),
			);
			const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
			const nameStart = at + 46;
			const name = new TextDecoder().decode(
				bytes.subarray(nameStart, nameStart + nameLength),
			);
			// If two parts had one name, programs would differ in which one they read.
			if (entries.has(toKey(name))) throw damaged();
			entries.set(toKey(name), {
				method: view.getUint16(at + 10, true),
				crc: view.getUint32(at + 16, true),
				size: view.getUint32(at + 20, true),
				unpackedSize: view.getUint32(at + 24, true),
				offset: view.getUint32(at + 42, true),
			});
			at = nameStart + nameLength + extraLength + commentLength;
		}
	} catch (error) {
		throw error instanceof RangeError ? damaged() : error;
	}
	return entries;
}

/** The end of the directory is at the end of the file, except for a comment. */
function findEnd(view: DataView): number {
	const last = view.byteLength - endBytes;
	for (let at = last; at >= Math.max(0, last - commentBytesMax); at--)
		if (view.getUint32(at, true) === endOfDirectory) return at;
	throw damaged();
}

const stored = 0;
const deflated = 8;

async function* unpack(
	view: DataView,
	bytes: Uint8Array,
	{ method, size, offset }: Entry,
): AsyncGenerator<Uint8Array> {
	if (offset + 30 > bytes.length) throw damaged();
	const start =
		offset +
		30 +
		view.getUint16(offset + 26, true) +
		view.getUint16(offset + 28, true);
	const packed = bytes.subarray(start, start + size);
	if (packed.length < size) throw damaged();
	if (method === stored) yield packed;
	else if (method === deflated) yield* inflate(packed);
	else throw damaged();
}

async function* inflate(packed: Uint8Array): AsyncGenerator<Uint8Array> {
	// Unchecked cast: the compiler cannot know that the bytes are not shared between threads.
	const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
	const reader = source
		.pipeThrough(new DecompressionStream("deflate-raw"))
		.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read().catch(() => {
				throw damaged();
			});
			if (done) return;
			yield value;
		}
	} finally {
		// This ends the work when the caller needs no more, and does nothing at the end of the part.
		await reader.cancel().catch(() => {});
	}
}
