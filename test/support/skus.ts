import {
	type Key,
	skuByCodeKey,
	skuNameKey,
} from "../../shared/dynamodb/keys.ts";
import { batchGet } from "../../shared/dynamodb/reads/batch-get.ts";
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
export const findSkuByCode = async (world: World, itemCode: string) =>
	(await findSkusByCode(world, [itemCode]))[0];

/** `findSkuByCode` of each code, in order. */
export const findSkusByCode = (world: World, itemCodes: readonly string[]) =>
	findSkus(
		world,
		itemCodes.map((itemCode) => skuByCodeKey("acme", itemCode)),
	);

/** The SKU of acme's that this name leads to. */
export const findSkuByName = async (world: World, name: string) =>
	(await findSkusByName(world, [name]))[0];

/** `findSkuByName` of those names that lead to a SKU, in order. */
export async function findSkusByName(world: World, names: readonly string[]) {
	const keys = names.map((name) => skuNameKey("acme", name));
	const pointers = await batchGet(world.table, keys);
	const named = pointers.flatMap((pointer) =>
		pointer ? [toNamedSkuKey(pointer)] : [],
	);
	return findSkus(world, named);
}

async function findSkus({ table }: World, keys: readonly Key[]) {
	const items = await batchGet(table, keys);
	return items.map((item) => item && withRateAsText(toSku(item)));
}

const withRateAsText = (sku: Sku) => ({
	...sku,
	rate: sku.rate?.toFixed() ?? null,
});
