import { beforeAll, describe, expect, it } from "vitest";
import { acme, payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	startBatch,
	stopBatch,
} from "../../support/batches.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
} from "../../support/every-endpoint.ts";
import { meterCalls } from "../../support/meter-calls.ts";
import { pay } from "../../support/pay.ts";
import { useSharedWorld } from "../../support/use-world.ts";
import { order } from "../purchase-order/orders.ts";

/** The form of an id that every gateway passes on (R1). */
const toSegment = (id: string) => `~${Buffer.from(id).toString("base64url")}`;

const odd = "s/1 ?%ü#~";

const fileWith = (ids: readonly string[]) => ({
	vendors: ids.map((id) => ({ id, name: `Vendor ${id}` })),
	tags: ids.map((slug) => ({
		slug,
		name: `Tag ${slug}`,
		type: "VARCHAR" as const,
	})),
	purchaseOrders: ids.map((id) => ({
		id,
		poNumber: `PO ${id}`,
		vendorId: "v-steel",
		state: "DRAFTED" as const,
		amount: 1,
	})),
	advances: ids.map((id) => ({
		id,
		vendorId: "v-1",
		state: "PENDING" as const,
	})),
	invoices: ids.map((slug) => ({
		slug,
		vendorId: "v-1",
		state: "DRAFTED",
		amount: 100,
	})),
});

const named = fileWith([
	...["A", "B", odd, "~", "~a", "..", "\ufeffBOM", "\ufffd", "x".repeat(1_024)],
	// The first equals the form of `A`; the others are `~` and what is not canonical.
	...[toSegment("A"), "~QR", "~Qw=="],
]);

const world = useSharedWorld(() =>
	acme({
		...everyEndpointAdditions,
		...named,
		vendors: [...(everyEndpointAdditions.vendors ?? []), ...named.vendors],
		invoices: [...payableInvoices(200), ...named.invoices],
	}),
);
beforeAll(async () => {
	const file = acme(fileWith(["only-theirs"]));
	await world.import({
		...file,
		org: { ...file.org, id: "other" },
		apiKeys: [],
	});
});

const notFound = (code: string | undefined) => ({
	status: 404,
	headers: {
		"content-type": "application/json",
		"x-request-id": "request-1",
	},
	body: { ok: false, error: { code, message: expect.any(String) } },
});

const withPathId = everyEndpoint.flatMap(({ pathId, ...endpoint }) =>
	pathId ? [{ ...endpoint, ...pathId }] : [],
);

describe.each(withPathId)(
	"$method $path",
	({ method, toUrl, body, notFoundCode }) => {
		const unknown = [
			...["no-such-id", " ", "/", "\0", "...", "__proto__", "ORG#acme", "😀"],
			...["x".repeat(5_000), "01M7Y0C0S90BM67ASB78DYHHM5", "only-theirs"],
		];
		it.each([
			...["no-such-id", "Qg", "%20", "%00", "%F0%9F%98%80", "x".repeat(5_000)],
			...["__proto__", "ORG%23acme", "01M7Y0C0S90BM67ASB78DYHHM5"],
			...unknown.map(toSegment),
			// These are not canonical, padded, of another alphabet, or no UTF-8: there is no other spelling of `A`, `B` or U+FFFD.
			...["~QS", "~QR==", "~Qg=", "~Qg==", "~w7w=", "~Q%20g", "~Qg%0A", "~~Qg"],
			...["~gICA", "~wyg", "~7aCA", "~Qv8", "~_w"],
			...[`~${"Q".repeat(40_000)}`, `~${"*".repeat(5_000)}`, "~*", "~%00"],
			toSegment(toSegment("B")),
		])("R1: the path id %.30s does not exist", async (id) => {
			expect(await world.send(method, toUrl(id), body)).toEqual(
				notFound(notFoundCode),
			);
		});
	},
);

/** The rest of an order of an organization file, which has no more than a number. */
const { poNumber: _, ...orderPatch } = order();

/** What each route of a record shows as its id. */
const routes = {
	"GET /v1.0/procurement/purchase-order/{poId}": "poId",
	"PATCH /v1.0/procurement/purchase-order/{poId}": "poId",
	"GET /v1.0/vendor/{vendorId}": "vendorId",
	"GET /v1.0/invoice/{id}": "id",
	"PATCH /v1.0/invoice/{id}": "id",
	"GET /v1.0/payment/request/{paymentRequestId}": "paymentRequestId",
	"GET /v1.0/tag/{id}": "id",
} as const;

describe.each(Object.entries(routes))("%s", (route, property) => {
	const [method = "", path = ""] = route.split(" ");
	const body = path.includes("order") ? orderPatch : {};
	const idAt = async (segment: string) => {
		const url = path.replace(/\{.+\}/, () => segment);
		const sent = method === "PATCH" ? body : undefined;
		const answer = await world.send(method as "GET", url, sent);
		expect(answer).toMatchObject({ status: 200 });
		return answer.body.data[property];
	};

	it.each([
		...["B", odd, "~", "~a", "..", "\ufeffBOM", "x".repeat(1_024)],
		...["v-steel", toSegment("A")].slice(path.includes("vendor") ? 0 : 1),
	])("R1: ~ and the base64url of the id %.30j finds the record", async (id) => {
		expect(await idAt(toSegment(id))).toBe(id);
	});

	it("R1: a stored id that itself equals the segment wins", async () => {
		expect(await idAt(toSegment("A"))).toBe(toSegment("A"));
		expect(await idAt("A")).toBe("A");
	});

	it("R1: an encoding that is not canonical finds only an id that equals it", async () => {
		expect(await idAt("~QR")).toBe("~QR");
		expect(await idAt("~Qw==")).toBe("~Qw==");
		expect(await idAt("~")).toBe("~");
		expect(await idAt("~a")).toBe("~a");
	});

	it("R1: both are looked up with one call, and nothing is looked up without a ~", async () => {
		const callsAt = async (segment: string) =>
			(await meterCalls(world, () => idAt(segment))).operations;
		const calls = await callsAt("B");
		const isOneRead = method === "GET" && !path.includes("request");
		expect(await callsAt(toSegment("B"))).toEqual(
			isOneRead ? ["BatchGetItem"] : ["BatchGetItem", ...calls],
		);
		if (isOneRead) expect(calls).toEqual(["BatchGetItem"]);
	});
});

describe("GET /v1.0/invoice/{id}/payments", () => {
	const pathOf = (segment: string) => `/v1.0/invoice/${segment}/payments`;
	const amountsOf = async (segment: string, query = "") =>
		(await world.get(pathOf(segment), query)).body.data.items.map(
			({ amount }: { amount: number }) => amount,
		);

	it("R1: a cursor continues a list with either form of the same id, and not with another invoice's id", async () => {
		for (const amount of [1, 2]) await pay(world, [{ slug: "inv-0", amount }]);
		for (const amount of [3, 4]) await pay(world, [{ slug: "inv-1", amount }]);
		expect(await amountsOf(toSegment("inv-0"))).toEqual([2, 1]);
		const first = await world.get(pathOf("inv-0"), "limit=1");
		const query = `cursor=${first.body.data.nextCursor}`;
		expect(await amountsOf(toSegment("inv-0"), query)).toEqual([1]);
		expect(await world.get(pathOf(toSegment("inv-1")), query)).toMatchObject({
			status: 400,
		});
		expect(await world.get(pathOf(toSegment("no-such")), query)).toMatchObject({
			status: 400,
		});
	});
});

it("R1: a batch's id may be sent in the encoded form, also to stop the batch", async () => {
	const slug = await startBatch(world, resourcesOf(batchMin, 1));
	for (const segment of [slug, toSegment(slug)])
		for (const answer of [
			await world.getBatch(segment),
			await stopBatch(world, segment),
		])
			expect(answer).toMatchObject({
				status: 200,
				body: { data: { bulkActionSlug: slug } },
			});
});

it("R1: a payment request's id in the form of any id, also to change it", async () => {
	for (const id of ["B", odd, toSegment("A")]) {
		const path = `/v1.0/payment/request/${toSegment(id)}/cancellation`;
		// It is found, and refused because advances of an organization file have no workflow.
		expect(await world.post(path, { reason: "Not needed" })).toMatchObject({
			status: 409,
			body: { error: { code: "INVALID_STATE_TRANSITION" } },
		});
	}
});
