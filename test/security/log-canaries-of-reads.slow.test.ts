import { beforeAll, expect, it } from "vitest";
import { preparedRequest } from "../../tools/exhibits/check-exhibit.ts";
import { toApiRequest } from "../../tools/exhibits/demo-service.ts";
import { exhibits } from "../../tools/exhibits/exhibits.ts";
import { demoWorld, sendToDemo } from "../support/demo.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { testKey } from "../support/world.ts";
import { failEachCall, newProcess } from "./fail-each-call.ts";
import { firstPage, namedPlaces } from "./foreign-ids/named-places.ts";
import {
	canary,
	createOrganizations,
	type Ids,
} from "./foreign-ids/organizations.ts";

const world = useSharedWorld();
let ids: Ids;

beforeAll(async () => {
	({ foreignIds: ids } = await createOrganizations(world));
});

const isRead = ({ endpoint }: (typeof exhibits)[number]) =>
	endpoint.routeKey.startsWith("GET ");

/** Every list and record that is found: each filter and cursor, and none. */
const reads = [
	...exhibits
		// The key of the request is nothing that is read for it.
		.filter((exhibit) => isRead(exhibit) && exhibit.id !== "getKey")
		.map((exhibit) => ({ exhibit, place: "as it is", kind: null })),
	...namedPlaces.filter(({ exhibit }) => isRead(exhibit)),
];

/** The texts of the records; their ids and numbers begin with the last two. */
const secrets = new RegExp([canary, testKey, "foreign", "inv-"].join("|"), "i");

it.each(
	reads.map(
		(one) => [`${one.exhibit.endpoint.routeKey} ${one.place}`, one] as const,
	),
)(
	"OWASP API8, guarantee 8: of a read that finds records, no line has a key, a query, a path or an item in it: %s",
	async (_, read) => {
		const { exhibit } = read;
		const { endpoint } = exhibit;
		let request = await preparedRequest(exhibit, demoWorld(world));
		if (read.kind === "cursor") {
			const first = firstPage(exhibit, request, ids);
			const { body } = await sendToDemo(
				world,
				toApiRequest(endpoint, first, () => ""),
			);
			request = read.withId(first, body.data.nextCursor);
		} else if (read.kind !== null) {
			request = read.withId(request, ids[read.kind]);
		}
		const sent = toApiRequest(endpoint, request, () => "");
		const { answer, lines } = await failEachCall(world, () =>
			sendToDemo(world, sent, { process: newProcess(world) }),
		);
		expect(answer).toMatchObject({ status: 200 });
		// Its caller was known: the read itself failed, not the look-up of the API key alone.
		const failed = lines
			.map((line) => JSON.parse(line))
			.filter(({ status, organization }) => status === 500 && organization);
		expect(failed).not.toEqual([]);
		expect(lines.filter((line) => secrets.test(line))).toEqual([]);
	},
);
