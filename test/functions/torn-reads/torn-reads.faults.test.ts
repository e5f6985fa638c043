import { describe, it } from "vitest";
import { batchFamilies } from "./batch-families.ts";
import { recordFamilies } from "./record-families.ts";
import { runFamilies } from "./run-families.ts";
import { everyTear, runTorn } from "./torn-family.ts";

describe.each([...batchFamilies, ...recordFamilies, ...runFamilies])(
	"nothing happens twice while part of a transaction is visible: $name",
	(family) => {
		it.each(everyTear(family))(
			"item $item (alone visible: $isShown), $rival (answered: $isAnswered), $tornReads reads",
			(tear) => runTorn(family, tear),
		);
	},
);
