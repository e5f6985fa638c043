// The organization and the caller of a request (contract 2).

import type { Actor } from "../actors/actor.ts";

export const permissions = [
	"inventory:write",
	"procurement:write",
	"payments:request",
	"payments:mark-paid",
	"payments:reverse",
	"inventory:read",
	"procurement:read",
	"payments:read",
	"invoices:read",
	"invoices:write",
	"invoices:approve",
	"vendors:read",
	"vendors:write",
	"organization:read",
	"payments:approve",
	"payments:prepare",
	"payments:release",
	"events:read",
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ["ADMIN", "BOOKKEEPER", "MEMBER"] as const;
export type Role = (typeof roles)[number];

export interface Organization {
	id: string;
	name: string;
	baseCurrency: string;
	/** ISO codes of the active currencies; the base currency is always active. */
	currencies: string[];
	/** IANA name; determines the current date. */
	timezone: string;
	features: { vendorAdvances: boolean };
	entities: Entity[];
	submissionPolicies: SubmissionPolicy[];
	/** In order of precedence. */
	approvalPolicies: ApprovalPolicy[];
	procurementPolicy: { payers: string[] };
	/**
	 * Payment runs of at least this amount must be released by a user other than the one who created them (P4); null:
	 * there is no such rule.
	 */
	secondPersonFrom: number | null;
}

export interface Entity {
	id: number;
	name: string;
	gstin: string | null;
}

export interface User {
	id: string;
	name: string;
	role: Role;
	active: boolean;
	email: string | null;
	/** What the user may do in the console. API keys have permissions of their own, which do not count there. */
	permissions: readonly Permission[];
}

/** The sender of a request: a user of an organization with an API key, or with a session of the console. */
export interface Caller {
	organization: Organization;
	user: CallingUser;
	/** Id of the API key; null for a session. */
	keyId: string | null;
	/** null for an API key. */
	session: CallingSession | null;
	/** The operator has suspended the organization: none of its requests is served. */
	isSuspended: boolean;
	permissions: readonly Permission[];
	/** When the validity of the key or session ends (RFC 3339); null when it is unlimited. */
	expiresAt: string | null;
}

/** The session of the console (console W1) with which a request was sent. */
export interface CallingSession {
	/** The first characters of the session's hash: enough to tell sessions apart, of no use to anyone else. */
	id: string;
	/** When the person proved to the issuer who they are (RFC 3339). */
	authenticatedAt: string;
}

/**
 * The user of an API key or a session. A user that the organization does not have has neither name nor role, and is not
 * active.
 */
export interface CallingUser {
	id: string;
	name: string | null;
	role: Role | null;
	active: boolean;
}

export const toActor = ({ user, keyId }: Caller): Actor => ({
	userId: user.id,
	keyId,
});

export interface SubmissionPolicy {
	minAmount?: number | undefined;
	maxAmount?: number | undefined;
	requiredFields: RequiredField[];
}

export interface RequiredField {
	slug: string;
	kind: "TAG" | "DESCRIPTION" | "IDENTIFIER";
}

export const stageRequirements = ["ALL", "ANY"] as const;
export type StageRequirement = (typeof stageRequirements)[number];

export interface ApprovalPolicy {
	name: string;
	default?: boolean | undefined;
	when?: ApprovalCondition | undefined;
	stages: { approvers: string[]; requires?: StageRequirement | undefined }[];
	/** A7: may requesters decide? Default: true. */
	selfApproval?: boolean | undefined;
}

/** All conditions that are present must hold. */
export interface ApprovalCondition {
	minAmount?: number | undefined;
	maxAmount?: number | undefined;
	vendorIds?: string[] | undefined;
	/** For each tag slug, the values that match. */
	tags?: Record<string, (string | number)[]> | undefined;
	purchaseOrder?: "LINKED" | "UNLINKED" | undefined;
}
