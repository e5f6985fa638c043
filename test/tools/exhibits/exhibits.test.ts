import { it } from "vitest";
import { checkExhibit } from "../../../tools/exhibits/check-exhibit.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { demoOfTests, demoWorld } from "../../support/demo.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(demoOfTests);

it.each(exhibits.map((one) => [one.id, one] as const))(
	"the request of the exhibit works with the demo organization, and works again: %s",
	async (_, exhibit) => {
		for (let time = 1; time <= 2; time++)
			await checkExhibit(exhibit, demoWorld(world));
	},
);
