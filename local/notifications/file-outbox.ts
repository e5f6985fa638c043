import {
	appendFile,
	mkdir,
	readdir,
	readFile,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { DeliveredEvent, Outbox, SentMail } from "./outbox.ts";

/** Mails and events as files of a data directory. */
export interface FileOutbox extends Outbox {
	/** The latest mails, newest first. */
	readMails(count: number): Promise<SentMail[]>;
	/** The latest events, newest first. */
	readEvents(count: number): Promise<DeliveredEvent[]>;
}

/**
 * Keeps each mail in a file of `mails`, and events as lines of `events.jsonl`.
 *
 * @param announce Receives one line about what arrived.
 */
export async function openFileOutbox(
	directory: string,
	announce: (line: string) => void,
): Promise<FileOutbox> {
	const mailsPath = join(directory, "mails");
	const eventsPath = join(directory, "events.jsonl");
	await mkdir(mailsPath, { recursive: true });

	return {
		async addMail(mail) {
			// Sorted by time.
			const name = `${mail.sentAt.replaceAll(":", "-")}-${mail.messageId}.json`;
			const text = `${JSON.stringify(mail, null, "\t")}\n`;
			await writeFile(join(mailsPath, name), text);
			announce(`Mail to ${mail.to.join(", ")}: ${mail.subject}`);
		},
		async addEvents(events) {
			const lines = events.map((event) => `${JSON.stringify(event)}\n`);
			await appendFile(eventsPath, lines.join(""));
			announce(`Events: ${countTypes(events)}`);
		},
		async readMails(count) {
			const names = (await readdir(mailsPath)).sort().reverse();
			return Promise.all(
				names
					.slice(0, count)
					.map(async (name) =>
						JSON.parse(await readFile(join(mailsPath, name), "utf8")),
					),
			);
		},
		async readEvents(count) {
			const text = await readIfPresent(eventsPath);
			// A line that a killed stack has not finished is left out.
			const lines = text.split("\n").slice(0, -1).slice(-count).reverse();
			return lines.flatMap(parseLine);
		},
	};
}

/** `Invoice Paid (10), Payment Batch Finished` */
function countTypes(events: readonly DeliveredEvent[]): string {
	const types = Map.groupBy(events, (event) => event["detail-type"]);
	return [...types]
		.map(([type, { length }]) => (length > 1 ? `${type} (${length})` : type))
		.join(", ");
}

function parseLine(line: string): DeliveredEvent[] {
	try {
		return [JSON.parse(line)];
	} catch {
		return [];
	}
}

const readIfPresent = (path: string) =>
	readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return "";
		throw error;
	});
