import { beforeAll, expect, it } from "vitest";
import { useSharedWorld } from "../support/use-world.ts";
import { testKey } from "../support/world.ts";
import { failEachCall, newProcess } from "./fail-each-call.ts";
import type { IdField, OwnRecords } from "./foreign-ids/id-field.ts";
import { canary, createOrganizations } from "./foreign-ids/organizations.ts";
import { organizationLists, readFields } from "./foreign-ids/read-fields.ts";

const world = useSharedWorld();
let made: Record<string, string>;
let records: OwnRecords;

beforeAll(async () => {
	({ made, foreign: records } = await createOrganizations(world));
});

const whole = (path: string): IdField => ({
	field: `GET ${path}`,
	foreign: "",
	unknown: "",
	request: () => ({ method: "GET", url: path }),
});

/** Every list and record that is found: each filter and cursor, and none. */
const reads = [
	...[...organizationLists, "/v1.0/organization"].map(whole),
	...readFields,
].map((one): [string, IdField] => [one.field, one]);

/** The texts of the records; their ids and numbers begin with the last two. */
const secrets = new RegExp([canary, testKey, "foreign", "inv-"].join("|"), "i");

it.each(reads)(
	"OWASP API8, guarantee 8: of a read that finds records, no line has a key, a query, a path or an item in it: %s",
	async (_, { foreign, request }) => {
		const { url, idempotencyKey } = request(made[foreign] ?? foreign, records);
		const { answer, lines } = await failEachCall(world, () =>
			world.send("GET", url, undefined, {
				process: newProcess(world),
				...(idempotencyKey && { idempotencyKey }),
			}),
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
