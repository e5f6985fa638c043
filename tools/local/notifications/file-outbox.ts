import { existsSync } from "node:fs";
import {
	appendFile,
	mkdir,
	open,
	readdir,
	readFile,
	rename,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { DeliveredEvent, Outbox, SentMail } from "./outbox.ts";

/** Keeps mails and events as files of a data directory. */
export interface FileOutbox extends Outbox {
	/** The latest mails, newest first. */
	readMails(count: number): Promise<SentMail[]>;
	/** The latest events of each detail type, newest first and at most a hundred: a batch of payments hides no others. */
	readEvents(count: number): Promise<DeliveredEvent[]>;
}

/**
 * Keeps each mail in a file of `mails`, and events as lines of `events.jsonl`.
 *
 * @param announce Receives one line about each mail, and about what could not be kept. Events are logged by the function
 *   that publishes them.
 */
export async function openFileOutbox(
	directory: string,
	announce: (line: string) => void,
): Promise<FileOutbox> {
	const mailsPath = join(directory, "mails");
	const eventsPath = join(directory, "events.jsonl");
	const keep = async (what: string, act: () => Promise<void>) => {
		try {
			// The user may have deleted the folder while the stack runs.
			await mkdir(mailsPath, { recursive: true });
			await act();
		} catch (error) {
			announce(`${what} could not be kept, and is tried again: ${error}`);
			throw error;
		}
	};
	await mkdir(mailsPath, { recursive: true });
	// This ends a line that a killed stack was writing, so that the next event is on a line of its own.
	if (!/^\n?$/.test(await readEnd(eventsPath, 1)))
		await appendFile(eventsPath, "\n");
	const text = await readEnd(eventsPath, eventsReadBytes);
	const lines = text.split("\n").slice(0, -1);
	let latest = latestOfEach(lines.flatMap(parse<DeliveredEvent>), keptOfEach);
	const forgetDeleted = () => {
		if (!existsSync(eventsPath)) latest = [];
	};

	return {
		async addMail(mail) {
			// The names sort by time.
			const name = `${mail.sentAt.replaceAll(":", "-")}-${mail.messageId}.json`;
			const text = `${JSON.stringify(mail, null, "\t")}\n`;
			// The file is renamed when it is complete, so that a killed stack leaves no half of a mail.
			const unfinished = join(mailsPath, `${name}.unfinished`);
			await keep("A mail", async () => {
				// Only the owner may read it, because whoever has its link can decide on a payment.
				await writeFile(unfinished, text, { mode: 0o600 });
				await rename(unfinished, join(mailsPath, name));
			});
			announce(`Mail to ${mail.to.join(", ")}: ${mail.subject}`);
		},
		async addEvents(events) {
			const lines = events.map((event) => `${JSON.stringify(event)}\n`);
			forgetDeleted();
			await keep("An event", () => appendFile(eventsPath, lines.join("")));
			latest.push(...events);
			if (latest.length > prunedAbove)
				latest = latestOfEach(latest, keptOfEach);
		},
		async readMails(count) {
			await mkdir(mailsPath, { recursive: true });
			const files = await readdir(mailsPath);
			const names = files.filter(isMail).sort().reverse().slice(0, count);
			const texts = await Promise.all(
				names.map((name) => readFile(join(mailsPath, name), "utf8")),
			);
			return texts.flatMap(parse<SentMail>);
		},
		async readEvents(count) {
			forgetDeleted();
			return latestOfEach(latest, count).reverse();
		},
	};
}

const isMail = (name: string) => name.endsWith(".json");

const keptOfEach = 100;
const prunedAbove = 10_000;

/** The latest events of each detail type, in their order. */
function latestOfEach(events: readonly DeliveredEvent[], count: number) {
	const counts = new Map<string, number>();
	return events
		.toReversed()
		.filter(({ "detail-type": type }) => {
			const counted = (counts.get(type) ?? 0) + 1;
			counts.set(type, counted);
			return counted <= count;
		})
		.reverse();
}

/** Only the end of the file is read, because the file of a long-used stack may be too large for the memory. */
const eventsReadBytes = 32 * 1024 * 1024;

/** Reads the last bytes of a file, which is created when absent. */
async function readEnd(path: string, bytesMax: number): Promise<string> {
	const file = await open(path, "a+");
	try {
		const { size } = await file.stat();
		const length = Math.min(size, bytesMax);
		const { buffer } = await file.read({
			buffer: Buffer.alloc(length),
			position: size - length,
		});
		return buffer.toString();
	} finally {
		await file.close();
	}
}

/**
 * Parses a text, and leaves out what is not JSON: a line whose beginning was not read, a line that a killed stack did not
 * finish, or a file that somebody has changed.
 */
function parse<Parsed>(text: string): Parsed[] {
	try {
		return [JSON.parse(text)];
	} catch {
		return [];
	}
}
