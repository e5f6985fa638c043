import { dirname } from "node:path";
import { logEntry } from "../console/log-entry.ts";
import type { Engine } from "../engine.ts";
import type { FunctionHost } from "../function-host.ts";
import type { FindDocument } from "../http-front/documents.ts";
import { startStreamPollers } from "../stream/start-stream-pollers.ts";
import type { Template } from "../template/template.ts";
import { openFileOutbox } from "./file-outbox.ts";
import { mailPage } from "./mail-page.ts";
import type { Outbox } from "./outbox.ts";

/** The mails and events of a local stack, which are kept in its data directory. */
export interface LocalNotifications {
	outbox: Outbox;
	/** The page `/mail`. */
	findDocument: FindDocument;
	/** Invokes the functions that read the table's stream. The table must exist. */
	start(
		template: Template,
		host: FunctionHost,
	): Promise<{ stop(): Promise<void> }>;
}

/**
 * @param log Is told of each mail.
 * @returns undefined for an engine whose stream cannot be read (`stream/engine-stream.ts`): one in memory, or one that
 *   `DYNAMODB_ENDPOINT` names.
 */
export async function openNotifications(
	{ url, dbPath }: Engine,
	log: (line: string) => void,
): Promise<LocalNotifications | undefined> {
	if (dbPath === undefined) return undefined;
	const outbox = await openFileOutbox(dirname(dbPath), (message) =>
		log(logEntry(message)),
	);
	return {
		outbox,
		findDocument: mailPage(outbox),
		start: (template, host) =>
			startStreamPollers(url, { template, databasePath: dbPath, host, log }),
	};
}
