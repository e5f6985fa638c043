/** Sends a request as curl would, with the options that the pages use. For machines without curl. */
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
const body = values.data === "@-" ? await text(process.stdin) : values.data;
const response = await fetch(url, {
	method: values.request ?? (body === undefined ? "GET" : "POST"),
	headers: values.header.map((header): [string, string] => {
		const [name = "", ...value] = header.split(":");
		return [name, value.join(":").trim()];
	}),
	...(body !== undefined && { body }),
});
process.stdout.write(await response.text());
