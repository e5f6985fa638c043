import { inspect, isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { preparedRequest } from "../../tools/exhibits/check-exhibit.ts";
import { toApiRequest } from "../../tools/exhibits/demo-service.ts";
import type { Exhibit } from "../../tools/exhibits/exhibit.ts";
import { exhibits } from "../../tools/exhibits/exhibits.ts";
import { demoOfTests, demoWorld, sendToDemo } from "../support/demo.ts";
import { tableContents } from "../support/table-contents.ts";
import { openWorld } from "../support/world.ts";

/** What the service decides, or the store uses; none is what it would be anyway. */
const owned = {
	...{ id: "chosen", poId: "chosen", due: 0, amountPaid: 1, version: 99 },
	...{ organizationId: "globex", pk: "ORG#globex", sk: "ORG", type: "ORG" },
	...{ createdAt: "1999-01-01", createdBy: "u-cfo", updatedBy: "u-cfo" },
	...{ matchingState: "FULLY_MATCHED", payments: [{ amount: 1 }], paid: 1 },
	...{ link: { advanceId: "adv-1", state: "APPROVED" }, lock: { holder: "x" } },
	...{ platformPaymentInFlight: true, roundOff: 100, policyUsed: "None" },
	...{ approvals: [], payers: ["u-admin"], syncState: "DONE", expiresAt: 1 },
	...{ role: "ADMIN", permissions: ["payments:mark-paid"], constructor: {} },
};

/** The value with the properties in each of its objects; tags are named by the caller. */
function withOwned(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withOwned);
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [
		name,
		withOwned(member),
	]);
	return { ...owned, ...Object.fromEntries(members) };
}

const writing = exhibits.filter(({ demo }) => demo.body);

it.each(writing.map((one) => [one.endpoint.routeKey, one] as const))(
	"OWASP API3: what a caller must not set is not set: %s",
	async (_, exhibit) => {
		const plain = await writtenBy(exhibit, (body) => body);
		const { status, items } = await writtenBy(exhibit, withOwned);
		if (refusesOthers(exhibit)) {
			expect({ status, items }).toEqual({ status: 400, items: [] });
			return;
		}
		expect(plain).toMatchObject({ status: 200 });
		expect(plain.items).not.toEqual([]);
		expect({ status, items }).toEqual(plain);
	},
);

/** Spec 2.8, P2, R4: the body may have no other properties than those of its schema. */
const refusesOthers = ({ body }: Exhibit) =>
	body !== undefined &&
	"additionalProperties" in body &&
	body.additionalProperties === false;

/** What a request wrote in a world of its own, in which ids are counted. */
async function writtenBy(
	exhibit: Exhibit,
	change: (body: unknown) => unknown,
): Promise<{ status: number; items: string[] }> {
	let count = 0;
	const newText = () => {
		count += 1;
		return String(count).padStart(26, "0");
	};
	await using world = await openWorld({ newId: newText });
	await world.import(demoOfTests());
	const service = demoWorld(world, { newText });
	const { body, ...request } = await preparedRequest(exhibit, service);
	const before = await tableContents(world);
	const sent = toApiRequest(exhibit.endpoint, request, newText);
	const { status } = await sendToDemo(world, { ...sent, body: change(body) });
	const items = [...(await tableContents(world))]
		.filter(([key, item]) => !isDeepStrictEqual(item, before.get(key)))
		.map(([, item]) => toText(item))
		.sort();
	return { status, items };
}

/** Its properties in one order. */
const toText = (item: object): string =>
	inspect(item, { sorted: true, depth: 9, maxArrayLength: null });
