import { expect } from "vitest";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { readRecords } from "../records.ts";
import type { Client } from "./client.ts";

/** Reads an organization's feed of events, and goes on from its cursor. */
export class FeedReader {
	readonly #seen = new Set<string>();
	#cursor: string | undefined;
	#payments = 0;

	/** Reads all that is new, of which it may have seen nothing before. */
	async readOn(client: Pick<Client, "ask">) {
		for (;;) {
			const query = this.#cursor
				? `&cursor=${encodeURIComponent(this.#cursor)}`
				: "";
			const { body } = await client.ask(`/v1.0/event?limit=100${query}`);
			const { items, nextCursor } = body.data;
			for (const { id, type, detail } of items) {
				expect(this.#seen, "an event comes once").not.toContain(id);
				this.#seen.add(id);
				if (type === "Invoice Paid") this.#payments += detail.data.paymentCount;
			}
			if (nextCursor === this.#cursor) return;
			this.#cursor = nextCursor;
		}
	}

	/** Waits for the events of all payments that are recorded, when nothing is paid any more. */
	async expectAllPayments(
		client: Pick<Client, "ask">,
		table: Table,
		organizationId: string,
	) {
		const { invoices } = await readRecords({ table, organizationId });
		const recorded = invoices.flatMap(({ payments }) => payments).length;
		await expect
			.poll(async () => {
				await this.readOn(client);
				return this.#payments;
			})
			.toBe(recorded);
	}
}
