// Keeps a copy of all invoices and their payments in a file (docs/guides/keep-a-copy-in-sync.md).
// Usage: node docs/guides/mirror.js <file.json> [<url>]
import { readFile, rename, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/**
 * Brings the copy in a file up to date. It may be killed at any time, and called again as often as you like.
 *
 * @param {import("procurement-payments-client").ProcurementPaymentsClient} client
 * @param {string} file
 */
export async function sync(client, file) {
	const copy = (await read(file)) ?? (await readEverything(client, file));
	try {
		for await (const { items, nextCursor } of client.listEvents({
			cursor: copy.cursor,
		})) {
			// An event says what to read again. So its order and its repetition do not matter.
			const changed = items.map(({ detail }) => detail.data.invoiceId);
			for (const id of new Set(changed.filter((one) => one !== undefined)))
				copy.invoices[id] = await readInvoice(client, id);
			// The cursor and what its events have changed are stored in one step.
			copy.cursor = nextCursor;
			await write(file, copy);
		}
	} catch (error) {
		if (error.code !== "CURSOR_EXPIRED") throw error;
		await readEverything(client, file);
	}
}

/** The first time, and after a pause of more than 30 days. */
async function readEverything(client, file) {
	// First the end of the feed, then the records: what changes meanwhile is read again.
	let cursor;
	for await (const { nextCursor } of client.listEvents({ limit: 100 }))
		cursor = nextCursor;
	const invoices = {};
	for await (const { id } of client.listInvoices())
		invoices[id] = await readInvoice(client, id);
	const copy = { cursor, invoices };
	await write(file, copy);
	return copy;
}

async function readInvoice(client, id) {
	const payments = [];
	for await (const payment of client.listInvoicePayments(id))
		payments.push(payment);
	// After its payments: what is paid in between is announced by an event of its own.
	return { ...(await client.getInvoice(id)), payments };
}

async function read(file) {
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch (error) {
		if (error.code === "ENOENT") return undefined;
		throw error;
	}
}

/** A file is replaced as a whole or not at all. */
async function write(file, copy) {
	await writeFile(`${file}.new`, JSON.stringify(copy));
	await rename(`${file}.new`, file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const { ProcurementPaymentsClient } = await import(
		"procurement-payments-client"
	);
	const [, , file = "copy.json", url = "http://127.0.0.1:3000"] = process.argv;
	const apiKey = process.env.PROCUREMENT_PAYMENTS_API_KEY ?? "demo-admin-key";
	await sync(new ProcurementPaymentsClient({ url, apiKey }), file);
}
