import { decodeTime, ulid } from "ulid";

/** A new id, unique, and sorting by time: a ULID of 26 characters. */
export type NewId = (at: Date) => string;

export const newUlid: NewId = (at) => ulid(at.getTime());

/** When an id of `newUlid` was made. */
export const ulidTime = (id: string): Date => new Date(decodeTime(id));
