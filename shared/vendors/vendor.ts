import type { Actor } from "../actors/actor.ts";

/** Absent values are null. */
export interface Vendor {
	id: string;
	name: string;
	gstin: string | null;
	email: string | null;
	/** RFC 3339; null for vendors stored before this was recorded. */
	createdAt: string | null;
	/** null for an organization file. */
	createdBy: Actor | null;
}
