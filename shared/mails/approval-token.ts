import { createHash } from "node:crypto";

/**
 * What the link in an approver's mail names (A9). A token is the base64url of these claims and of their MAC.
 * The claims are not secret. Whoever has the MAC can decide as the approver.
 */
export interface ApprovalClaims {
	organizationId: string;
	paymentRequestId: string;
	round: number;
	stage: number;
	/** The user's id, or its digest (`toUserMark`). */
	userMark: string;
	/** Epoch milliseconds: when the approver was asked. */
	askedAt: number;
}

/** A text in the form of a token. Its MAC is not verified. */
export interface ParsedToken {
	claims: ApprovalClaims;
	/** What the MAC authenticates. */
	message: Uint8Array;
	mac: Uint8Array;
}

/** How long a link is valid (A9). */
const linkDays = 14;
const linkMilliseconds = linkDays * 24 * 3_600_000;

/** The number of bytes of an HMAC with SHA-256. */
const macBytes = 32;
/** Tells these tokens from those of later forms; part of what the MAC authenticates. */
const form = 1;
/** Ids of organizations and payment requests are shorter. */
const idMaxBytes = 64;
/** Longer tokens are not read: a link has at most 400 characters. */
const tokenMaxLength = 300;
/** An id that is longer is named by its digest. */
const markMaxBytes = 32;

/** The user's id or, if that is long, a digest to which no id is equal. */
export function toUserMark(userId: string): string {
	if (Buffer.byteLength(userId) <= markMaxBytes) return userId;
	const digest = createHash("sha256").update(userId).digest("base64url");
	// With `~`, the digest has 44 characters: more than an id may have here.
	return `~${digest}`;
}

export function toMessage(claims: ApprovalClaims): Uint8Array {
	const { organizationId, paymentRequestId, round, stage } = claims;
	const { userMark, askedAt } = claims;
	const numbers = Buffer.alloc(1 + 4 + 2 + 6);
	numbers.writeUInt8(form, 0);
	numbers.writeUInt32BE(round, 1);
	numbers.writeUInt16BE(stage, 5);
	numbers.writeUIntBE(askedAt, 7, 6);
	const texts = [organizationId, paymentRequestId, userMark].map((text) => {
		const bytes = Buffer.from(text);
		if (bytes.length > idMaxBytes)
			throw new Error("An id is too long for the token of a link");
		return Buffer.concat([Buffer.of(bytes.length), bytes]);
	});
	return Buffer.concat([numbers, ...texts]);
}

export const toToken = (message: Uint8Array, mac: Uint8Array): string =>
	Buffer.concat([message, mac]).toString("base64url");

/** @returns undefined for a text that no mail has in its link. */
export function parseToken(token: string): ParsedToken | undefined {
	if (token.length > tokenMaxLength) return undefined;
	const bytes = Buffer.from(token, "base64url");
	if (bytes.toString("base64url") !== token) return undefined;
	const message = bytes.subarray(0, -macBytes);
	const claims = parseMessage(message);
	return claims && { claims, message, mac: bytes.subarray(-macBytes) };
}

function parseMessage(message: Buffer): ApprovalClaims | undefined {
	if (message.length < 13 || message.readUInt8(0) !== form) return undefined;
	const texts: string[] = [];
	let at = 13;
	while (at < message.length) {
		const end = at + 1 + message.readUInt8(at);
		texts.push(message.toString("utf8", at + 1, end));
		at = end;
	}
	const [organizationId, paymentRequestId, userMark, ...more] = texts;
	if (!organizationId || !paymentRequestId || !userMark || more.length > 0)
		return undefined;
	const claims = {
		organizationId,
		paymentRequestId,
		round: message.readUInt32BE(1),
		stage: message.readUInt16BE(5),
		userMark,
		askedAt: message.readUIntBE(7, 6),
	};
	const isCanonical =
		texts.every((text) => Buffer.byteLength(text) <= idMaxBytes) &&
		message.equals(toMessage(claims));
	return isCanonical ? claims : undefined;
}

export const isExpired = (
	{ askedAt }: Pick<ApprovalClaims, "askedAt">,
	now: Date,
): boolean => now.getTime() >= askedAt + linkMilliseconds;

/** RFC 3339 */
export const expiryOf = ({ askedAt }: Pick<ApprovalClaims, "askedAt">) =>
	new Date(askedAt + linkMilliseconds).toISOString();

export const toLink = (base: string, token: string): string =>
	`${base}/approval#${token}`;
