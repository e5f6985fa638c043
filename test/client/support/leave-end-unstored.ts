import { drop } from "../../support/aws-gateway/faults/effects.ts";
import type { World } from "../../support/world.ts";

/** The next request cannot store that it has ended: the first `PutItem` is its claim, the second its end. */
export const leaveEndUnstored = (world: World) =>
	world.addFault({ operation: "PutItem", skip: 1, times: 1, effect: drop() });
