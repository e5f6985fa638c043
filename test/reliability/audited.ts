import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { MemoryOutbox } from "../support/memory-outbox.ts";
import { passSeconds } from "../support/pass-time.ts";
import type { Answer, World } from "../support/world.ts";
import { organizationId } from "./organization.ts";
import type { Reported } from "./reported.ts";

/** An organization whose records are checked, and how to ask the service about it. */
export interface Audited {
	table: Table;
	organizationId: string;
	/** The clock of the service. */
	now(): Date;
	/** Sends a request of the organization. Without a body: a GET. */
	send(
		url: string,
		options?: { body?: object; idempotencyKey?: string },
	): Promise<Answer>;
	/** Everything that was reported; null: only the records are known. */
	reported: Reported | null;
	/** The items of the other organization, as they must still be; absent: there is none. */
	others?: readonly Item[];
	/** Where mails and events end up; absent: they are not known. */
	outbox?: MemoryOutbox;
	/** Moves the service's clock on; absent: no one can. */
	passSeconds?(seconds: number): void;
	/** Most payment requests whose attempts and batches are asked for. Default: all. */
	askedMax?: number;
}

/** The organization of `organization.ts` in a world. */
export const auditedWorld = (
	world: World,
	reported: Reported | null,
	others?: readonly Item[],
): Audited => ({
	table: world.table,
	organizationId,
	now: () => world.time.now,
	send: (url, { body, idempotencyKey } = {}) =>
		world.send(body ? "POST" : "GET", url, body, {
			...(idempotencyKey !== undefined && { idempotencyKey }),
		}),
	reported,
	...(others && { others }),
	outbox: world.outbox,
	passSeconds: (seconds) => passSeconds(world, seconds),
});
