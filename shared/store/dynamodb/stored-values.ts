import { deflateRawSync, inflateRawSync } from "node:zlib";
import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { type Money, toDecimalText, toMoney } from "../../domain/money.ts";

/** A number as the store holds it, in exact decimals. */
export type StoredNumber = NumberValue;

export const isStoredNumber = (value: unknown): value is StoredNumber =>
	value instanceof NumberValue;

export const toStoredNumber = (amount: Money): StoredNumber =>
	NumberValue.from(toDecimalText(amount));

export const fromStoredNumber = (stored: StoredNumber): Money =>
	toMoney(stored.value);

/** For counts, versions and ids, which are integers that JavaScript holds exactly. */
export const fromStoredInteger = (stored: StoredNumber): number =>
	Number(stored.value);

/** JSON, deflated, for an item: a write is paid by the KB. */
export const packJson = (value: unknown): Uint8Array =>
	deflateRawSync(JSON.stringify(value));

/** What `packJson` was given: whoever reads an attribute knows what was written there. */
export function unpackJson<T>(packed: unknown): T {
	if (!(packed instanceof Uint8Array)) throw new Error("Not packed JSON");
	return JSON.parse(inflateRawSync(packed).toString());
}
