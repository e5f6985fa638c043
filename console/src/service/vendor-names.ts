import { type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Vendor } from "../../../client/src/generated/openapi.ts";
import type { Client } from "./client.ts";
import { entriesOfPage } from "./list.ts";
import type { ListPart } from "./list-types.ts";
import { may, useSession } from "./session.ts";

/** Records name vendors by id. This many pages of vendors are read together, and other vendors when they are needed. */
const pagesMax = 10;

/** The number of vendors that are read at the same time. */
const readersMax = 3;

/** The names of the vendors of one organization, by id. */
class VendorNames {
	readonly names: Signal<ReadonlyMap<string, string>> = signal(new Map());
	/** Whether there are more vendors than were read together. */
	readonly isIncomplete = signal(false);
	private readonly client: Client;
	private readonly wanted = new Set<string>();
	private readonly asked = new Set<string>();
	private listing: Promise<void> | undefined;
	private readers = 0;

	constructor(client: Client) {
		this.client = client;
	}

	/** Reads the first vendors. If that fails, ids are shown in place of names, and the next page tries again. */
	readAll(): Promise<void> {
		this.listing ??= this.walk().catch(() => {
			this.listing = undefined;
		});
		return this.listing;
	}

	async want(id: string) {
		await this.readAll();
		if (this.names.value.has(id) || this.asked.has(id)) return;
		this.wanted.add(id);
		if (this.readers < readersMax) await this.readWanted();
	}

	private async walk() {
		let cursor: string | null = null;
		for (let page = 0; page < pagesMax; page++) {
			const { items, nextCursor }: ListPart<Vendor> =
				await this.client.readPage("/v1.0/vendor", {
					limit: entriesOfPage,
					...(cursor !== null && { cursor }),
				});
			this.note(items);
			cursor = nextCursor;
			if (cursor === null) return;
		}
		this.isIncomplete.value = true;
	}

	private async readWanted() {
		this.readers += 1;
		for (const id of this.wanted) {
			this.wanted.delete(id);
			this.asked.add(id);
			try {
				this.note([await this.client.getVendor(id)]);
			} catch {
				this.asked.delete(id);
			}
		}
		this.readers -= 1;
	}

	/** Adds the names of vendors that were read elsewhere. */
	note(vendors: readonly { vendorId: string; name: string }[]) {
		const names = new Map(this.names.value);
		for (const { vendorId, name } of vendors) names.set(vendorId, name);
		this.names.value = names;
	}
}

const known = new WeakMap<Client, VendorNames>();

/** The names of the vendors of the organization whose pages are shown. */
export function useVendorNames(): VendorNames {
	const { client } = useSession();
	const found = known.get(client) ?? new VendorNames(client);
	known.set(client, found);
	return found;
}

/** The name of a vendor, or its id until the name is known, or if this person may not read it. */
export function useVendorName(id: string): string {
	const vendors = useVendorNames();
	const mayRead = may(useSession(), "vendors:read");
	useEffect(() => {
		if (mayRead) void vendors.want(id);
	}, [id, vendors]);
	return vendors.names.value.get(id) ?? id;
}
