import { dirname } from "node:path";
import { logEntry } from "../console/log-entry.ts";
import type { Engine } from "../engine.ts";
import type { FunctionHost } from "../function-host.ts";
import type { FindDocument } from "../http-front/documents.ts";
import { StartError } from "../start-error.ts";
import { startStreamPollers } from "../stream/start-stream-pollers.ts";
import type { Template } from "../template/template.ts";
import { type FileOutbox, openFileOutbox } from "./file-outbox.ts";
import { readMacSecret } from "./kms.ts";
import { mailPage } from "./mail-page.ts";
import type { Outbox } from "./outbox.ts";
import { startWebhook, type Webhook } from "./webhook.ts";

/** The mails and events of a local stack, which are kept in its data directory. */
export interface LocalNotifications {
	outbox: Outbox;
	/** The secret from which the keys of KMS are derived. */
	macSecret: Uint8Array;
	/** The page `/mail`. */
	findDocument: FindDocument;
	/** Invokes the functions that read the table's stream. The table must exist. */
	start(
		template: Template,
		host: FunctionHost,
	): Promise<{ stop(): Promise<void> }>;
}

/**
 * @param log Receives a line about each mail, and about each event that a webhook does not accept.
 * @param webhook A URL to which each event is posted.
 * @returns Undefined for an engine whose stream cannot be read (`stream/engine-stream.ts`), which is in memory or is
 *   named by `DYNAMODB_ENDPOINT`.
 */
export async function openNotifications(
	{ url, dbPath }: Engine,
	log: (line: string) => void,
	webhook?: string,
): Promise<LocalNotifications | undefined> {
	if (dbPath === undefined) {
		if (webhook === undefined) return undefined;
		throw new StartError(
			"--webhook: the engine that DYNAMODB_ENDPOINT names has no events",
		);
	}
	const directory = dirname(dbPath);
	const announce = (message: string) => log(logEntry(message));
	const outbox = await openFileOutbox(directory, announce);
	const receiver = webhook && startWebhook({ url: webhook, log: announce });
	return {
		outbox: receiver ? postEvents(outbox, receiver) : outbox,
		macSecret: await readMacSecret(directory),
		findDocument: mailPage(outbox),
		async start(template, host) {
			const pollers = await startStreamPollers(url, {
				template,
				databasePath: dbPath,
				host,
				log,
			});
			return {
				async stop() {
					await pollers.stop();
					if (receiver) await receiver.stop();
				},
			};
		},
	};
}

/** An event is kept before it is posted, so that the file has everything that a receiver gets. */
const postEvents = (outbox: FileOutbox, { post }: Webhook): FileOutbox => ({
	...outbox,
	async addEvents(events) {
		await outbox.addEvents(events);
		post(events);
	},
});
