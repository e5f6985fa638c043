import { decodeTime, ulid } from "ulid";

/** A new id, unique, and sorting by time: a ULID of 26 characters. */
export type NewId = (at: Date) => string;

export const newUlid: NewId = (at) => ulid(at.getTime());

/** When a ULID was made, in milliseconds since 1970. */
export const ulidTime = (id: string): number => decodeTime(id);
