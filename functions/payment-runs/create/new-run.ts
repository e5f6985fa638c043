import {
	countDigits,
	type Decimal,
	digitsMax,
	sum,
	toDecimal,
} from "../../../shared/money/decimal.ts";
import { invoiceNamedTwice, invoiceNotNamed, sumTooLong } from "../errors.ts";
import type { CreateRunBody } from "./schema.ts";

/** A body that keeps the rules which a JSON Schema does not express (runs P2). */
export interface NewRun extends CreateRunBody {
	/** The exact sum of all amounts. */
	amount: Decimal;
}

/** @throws ApiError 400 */
export function toNewRun(body: CreateRunBody): NewRun {
	body.resources.forEach(requireOneName);
	const amount = sum(body.resources.map((entry) => toDecimal(entry.amount)));
	if (countDigits(amount) > digitsMax) throw sumTooLong();
	return { ...body, amount };
}

function requireOneName(
	{ slug, vendorId, invoiceNumber }: CreateRunBody["resources"][number],
	position: number,
) {
	const parts = [vendorId, invoiceNumber].filter((part) => part !== undefined);
	if (slug !== undefined && parts.length > 0) throw invoiceNamedTwice(position);
	if (slug === undefined && parts.length < 2) throw invoiceNotNamed(position);
}
