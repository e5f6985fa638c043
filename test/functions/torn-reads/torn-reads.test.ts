import { expect, it } from "vitest";
import { batchFamilies } from "./batch-families.ts";
import { recordFamilies } from "./record-families.ts";
import { runFamilies } from "./run-families.ts";
import { everyItem, runTorn } from "./torn-family.ts";

const families = [...batchFamilies, ...recordFamilies, ...runFamilies];

/** One of each family, for `npm test`: `torn-reads.long.test.ts` has every seventh combination, `torn-reads.faults.test.ts` all. */
const tears = families.map((family, index) => {
	const rivals = Object.keys(family.rivals);
	return {
		name: family.name,
		family,
		...itemOf(everyItem(family), index),
		rival: itemOf(rivals, index),
		isAnswered: index % 2 === 0,
		tornReads: 2,
	};
});

const reader = "a reader of the status";
/** One decision of a stop is hidden. Among `tears`, all are hidden together, which is easier to notice. */
const partialReads = families
	.filter(({ rivals }) => reader in rivals)
	.map((family) => ({
		name: family.name,
		family,
		// The batch itself is item 0.
		item: 1,
		isShown: false,
		rival: reader,
		isAnswered: true,
		tornReads: 2,
	}));

it.each([...tears, ...partialReads])(
	"nothing happens twice while part of a transaction is visible: $name, item $item (alone visible: $isShown), $rival (answered: $isAnswered)",
	({ family, ...tear }) => runTorn(family, tear),
);

it("every family names what others may do", () => {
	for (const { rivals } of families)
		expect(Object.keys(rivals)).not.toEqual([]);
});

function itemOf<T>(items: readonly T[], index: number): T {
	const item = items[index % items.length];
	if (item === undefined) throw new Error("There is no item");
	return item;
}
