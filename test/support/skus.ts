import { batchGet } from "../../shared/dynamodb/batch-get.ts";
import {
	type Key,
	skuByCodeKey,
	skuNameKey,
} from "../../shared/dynamodb/keys.ts";
import type { Sku, SkuDetails } from "../../shared/skus/sku.ts";
import { toNamedSkuKey, toSku } from "../../shared/skus/skus.store.ts";
import type { World } from "./world.ts";

type Details = SkuDetails<number>;

/** A SKU with every property that a caller can send: the tests' one list of them. */
export const completeSku: { [P in keyof Details]: NonNullable<Details[P]> } = {
	name: "Steel rod",
	itemCode: "ROD-1",
	unit: "kg",
	rate: 80.1,
	hsnSac: "7214",
};

const { name: _, ...optionalDetails } = completeSku;

/** What a SKU of which only the name was sent answers for the rest. */
export const absentDetails = Object.fromEntries(
	Object.keys(optionalDetails).map((property) => [property, null]),
);

/** The SKU of acme's that has this code. */
export const findSkuByCode = (world: World, itemCode: string) =>
	findSku(world, skuByCodeKey("acme", itemCode));

/** The SKU of acme's that this name leads to. */
export async function findSkuByName(world: World, name: string) {
	const [pointer] = await batchGet(world.table, [skuNameKey("acme", name)]);
	return pointer && findSku(world, toNamedSkuKey(pointer));
}

async function findSku(
	{ table }: World,
	key: Key,
): Promise<(Omit<Sku, "rate"> & { rate: string | null }) | undefined> {
	const [item] = await batchGet(table, [key]);
	if (!item) return undefined;
	const sku = toSku(item);
	return { ...sku, rate: sku.rate?.toFixed() ?? null };
}
