import { type Money, toMoney } from "../../shared/domain/money.ts";

/** Is the amount in the range of a policy, bounds included (contract 2)? An absent bound is none. */
export function isWithin(
	{
		minAmount,
		maxAmount,
	}: { minAmount?: number | undefined; maxAmount?: number | undefined },
	amount: Money,
): boolean {
	if (minAmount !== undefined && amount.lt(toMoney(minAmount))) return false;
	return maxAmount === undefined || amount.lte(toMoney(maxAmount));
}
