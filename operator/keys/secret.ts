import { randomBytes } from "node:crypto";

const secretBytes = 32;

/** A new API key's secret. */
export type NewSecret = () => string;

export const newSecret: NewSecret = () =>
	`pk_${randomBytes(secretBytes).toString("base64url")}`;
