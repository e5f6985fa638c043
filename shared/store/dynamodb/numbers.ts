import { NumberValue } from "@aws-sdk/lib-dynamodb";
import { type Money, toDecimalText, toMoney } from "../../domain/money.ts";

/** A number as the store holds it, in exact decimals. */
export type StoredNumber = NumberValue;

export const toStoredNumber = (amount: Money): StoredNumber =>
	NumberValue.from(toDecimalText(amount));

export const fromStoredNumber = (stored: StoredNumber): Money =>
	toMoney(stored.value);

/** For counts, versions and ids, which are integers that JavaScript holds exactly. */
export const fromStoredInteger = (stored: StoredNumber): number =>
	Number(stored.value);
