import type { Actor } from "./organization/organization.ts";

/** Absent is null. */
export interface Vendor {
	id: string;
	name: string;
	gstin: string | null;
	email: string | null;
	/** RFC 3339; null: it was stored before this was noted. */
	createdAt: string | null;
	/** null: an organization file. */
	createdBy: Actor | null;
}
