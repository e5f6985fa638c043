import { describe, expect, it } from "vitest";
import { batchFamilies } from "./batch-families.ts";
import { recordFamilies } from "./record-families.ts";
import { everyItem, runTorn } from "./torn-family.ts";

/** `torn-reads.slow.test.ts` combines everything with everything: here each item meets some rival, answered or not. */
describe.each([...batchFamilies, ...recordFamilies])(
	"nothing happens twice while part of a transaction is visible: $name",
	(family) => {
		const rivals = Object.keys(family.rivals);
		const tears = everyItem(family).map((at, index) => ({
			...at,
			rival: rivals[index % rivals.length] ?? "",
			isAnswered: index % 2 === 0,
			tornReads: 1 + (index % 3),
		}));
		it.each(tears)(
			"item $item (alone visible: $isShown), $rival (answered: $isAnswered)",
			(tear) => runTorn(family, tear),
		);
	},
);

it("every family names what others may do", () => {
	for (const { rivals } of [...batchFamilies, ...recordFamilies]) {
		expect(Object.keys(rivals)).not.toEqual([]);
	}
});
