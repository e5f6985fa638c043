/**
 * Is it the id of the organization in which a smoke test works, and which it deletes at its end? Such an id is `smoke-`
 * and a ULID, so that no customer's organization has one.
 */
export const isSmokeOrganizationId = (id: string): boolean =>
	/^smoke-[0-9a-hjkmnp-tv-z]{26}$/.test(id);
