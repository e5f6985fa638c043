import { decodeTime, ulid } from "ulid";

/** Makes a ULID: 26 characters, unique, sortable by time. */
export type NewId = (at: Date) => string;

export const newUlid: NewId = (at) => ulid(at.getTime());

/** The creation time of an id from `newUlid`. */
export const ulidTime = (id: string): Date => new Date(decodeTime(id));
