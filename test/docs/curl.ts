/** Sends a request as curl would, with the options that the pages use. For machines without curl. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		header: { type: "string", short: "H", multiple: true, default: [] },
		data: { type: "string", short: "d" },
		request: { type: "string", short: "X" },
		silent: { type: "boolean", short: "s" },
	},
});
const [url = ""] = positionals;
const body = await readBody(values.data);
const response = await fetch(url, {
	method: values.request ?? (body === undefined ? "GET" : "POST"),
	headers: values.header.map((header): [string, string] => {
		const [name = "", ...value] = header.split(":");
		return [name, value.join(":").trim()];
	}),
	...(body !== undefined && { body }),
});
process.stdout.write(await response.text());

/** `@-` is standard input, `@<path>` a file. */
async function readBody(data: string | undefined) {
	if (data === "@-") return text(process.stdin);
	return data?.startsWith("@") ? readFile(data.slice(1), "utf8") : data;
}
