import { expect, it } from "vitest";
import type { Exhibit } from "../../../tools/exhibits/exhibit.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import { preparedRequest } from "../../../tools/exhibits/prepared-request.ts";
import { demoOrganization, demoService, sendDemo } from "../../support/demo.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(demoOrganization);

it.each(exhibits.map((one): [string, Exhibit] => [one.id, one]))(
	"the request of the exhibit works with the demo organization, and works again: %s",
	async (_, exhibit) => {
		const { endpoint, demo } = exhibit;
		for (let time = 1; time <= 2; time++) {
			const request = await preparedRequest(exhibit, demoService(world));
			const { status, body } = await sendDemo(world, endpoint, request);
			expect({ status, body }).toMatchObject({ status: 200 });
			const { items } = body.data;
			if (items)
				expect(items).toContainEqual(expect.objectContaining(demo.expected));
			else expect(body.data).toMatchObject(demo.expected);
		}
	},
);
