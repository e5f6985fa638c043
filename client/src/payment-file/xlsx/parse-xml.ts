import { SaxesParser } from "saxes";
import { damaged } from "../archive/unzip.ts";

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Names have no prefixes, since each program chooses its own. */
export interface XmlHandler {
	open(name: string, attributes: Attributes): void;
	close(name: string): void;
	/** A text may come in several pieces: comments and CDATA sections separate them. */
	text?(text: string): void;
	/** Returns whether nothing more is needed. */
	isDone?(): boolean;
}

type Decoder = InstanceType<typeof TextDecoder>;

/** @throws FileProblem When the part is damaged. */
export async function parseXml(
	pieces: AsyncIterable<Uint8Array>,
	handler: XmlHandler,
): Promise<void> {
	const parser = new SaxesParser({ xmlns: false, position: false });
	parser.on("error", () => {
		throw damaged();
	});
	// No workbook has a document type, and entities that are declared in one could grow without bound.
	parser.on("doctype", () => {
		throw damaged();
	});
	parser.on("opentag", ({ name, attributes }) =>
		handler.open(toLocalName(name), attributes),
	);
	parser.on("closetag", ({ name }) => handler.close(toLocalName(name)));
	parser.on("text", (text) => handler.text?.(text));
	parser.on("cdata", (text) => handler.text?.(text));
	let decoder: Decoder | undefined;
	for await (const piece of pieces) {
		decoder ??= new TextDecoder(findEncoding(piece), { fatal: true });
		parser.write(decode(decoder, piece));
		if (handler.isDone?.()) return;
	}
	parser.write(decoder ? decode(decoder) : "");
	parser.close();
}

function decode(decoder: Decoder, piece?: Uint8Array): string {
	try {
		return decoder.decode(piece, { stream: piece !== undefined });
	} catch {
		throw damaged();
	}
}

/** XML is UTF-8, or UTF-16 with a byte order mark. */
const findEncoding = ([first, second]: Uint8Array) =>
	first === 0xff && second === 0xfe
		? "utf-16le"
		: first === 0xfe && second === 0xff
			? "utf-16be"
			: "utf-8";

const toLocalName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Some programs write 1, others true. */
export const isTrue = (value: string | undefined) =>
	value === "1" || value === "true";
