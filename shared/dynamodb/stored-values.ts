import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { type Decimal, toDecimal, toDecimalText } from "../money/decimal.ts";
import { deflate, inflate } from "./deflate.ts";

/** A stored number, an exact decimal. */
export type StoredNumber = NumberValue;

/** Reads counts, versions and ids, which are safe integers. */
export const toStoredInteger = (integer: number): StoredNumber =>
	toStoredNumber(toDecimal(integer));

export const fromStoredInteger = (stored: StoredNumber): number =>
	Number(stored.value);

export const isStoredNumber = (value: unknown): value is StoredNumber =>
	value instanceof NumberValue;

export const toStoredNumber = (amount: Decimal): StoredNumber =>
	NumberValue.from(toDecimalText(amount));

export const fromStoredNumber = (stored: StoredNumber): Decimal =>
	toDecimal(stored.value);

/** Packs a value as deflated JSON. */
export const packJson = (value: unknown): Uint8Array =>
	deflate(JSON.stringify(value));

/** Unpacks a value of `packJson`. Unchecked: the caller states the type that was packed. */
export function unpackJson<T>(packed: unknown): T {
	if (!(packed instanceof Uint8Array)) throw new Error("Not packed JSON");
	return JSON.parse(inflate(packed));
}
