import { describe, it } from "vitest";
import { batchFamilies } from "./batch-families.ts";
import { recordFamilies } from "./record-families.ts";
import { everyItem, runTorn } from "./torn-family.ts";

describe.each([...batchFamilies, ...recordFamilies])(
	"nothing happens twice while part of a transaction is visible: $name",
	(family) => {
		const tears = everyItem(family).flatMap((at) =>
			Object.keys(family.rivals).flatMap((rival) =>
				[true, false].flatMap((isAnswered) =>
					[1, 3].map((tornReads) => ({
						...at,
						rival,
						isAnswered,
						tornReads,
					})),
				),
			),
		);
		it.each(tears)(
			"item $item (alone visible: $isShown), $rival (answered: $isAnswered), $tornReads reads",
			(tear) => runTorn(family, tear),
		);
	},
);
