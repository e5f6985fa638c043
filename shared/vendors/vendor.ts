import type { Actor } from "../actors/actor.ts";

/** Absent values are null. */
export interface Vendor {
	id: string;
	name: string;
	gstin: string | null;
	email: string | null;
	/** RFC 3339 */
	createdAt: string;
	/** null for an organization file. */
	createdBy: Actor | null;
}
