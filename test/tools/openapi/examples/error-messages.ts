import { toRoute } from "../../../../shared/endpoints/endpoint.ts";
import { newUlid } from "../../../../shared/environment/ids.ts";
import {
	cursorExpired,
	eventFeedOff,
} from "../../../../shared/event-feed/errors.ts";
import { exhibits } from "../../../../tools/exhibits/exhibits.ts";
import { demoOrganizationFile } from "../../../../tools/local/demo-organization.ts";
import { suspendOrganization } from "../../../../tools/operator/organizations/suspend-organization.ts";
import { readOrganizationFile } from "../../../../tools/organization-files/read-organization-file.ts";
import { failBefore } from "../../../support/aws-gateway/faults/effects.ts";
import { batchMin } from "../../../support/batches.ts";
import { storeSession } from "../../../support/console/stored-session.ts";
import { findEndpoint, transitions } from "../../../support/every-endpoint.ts";
import {
	openWorld,
	type SendOptions,
	type SharedContext,
	type World,
} from "../../../support/world.ts";

/** A request that is refused: method, path, body, options. */
type Refused = readonly [
	"GET" | "POST" | "PATCH",
	string,
	unknown?,
	SendOptions?,
];

const orders = "/v1.0/procurement/purchase-order";
const payments = "/v1.0/payment/mark-as-paid";
const advances = "/v1.0/payment/request/vendor-advance";
const order = {
	poNumber: "PO-7001",
	poType: "GOODS",
	matchingType: "THREE_WAY",
	poDate: "2026-11-21",
	gstin: "27AAPFU0939F1ZV",
	vendorId: "v-steel",
	lineItems: [
		{ identifier: "rods", quantity: 1, rate: 80.5, skuCode: "ROD-1" },
	],
};
const [line] = order.lineItems;
const orderWith = (change: object): Refused => [
	"POST",
	orders,
	{ ...order, ...change },
];
const lineWith = (change: object) =>
	orderWith({ lineItems: [{ ...line, ...change }] });

const refused: readonly Refused[] = [
	["GET", "/v1.0/key", undefined, { key: null }],
	["GET", "/v1.0/key", undefined, { key: "another-key" }],
	["GET", "/v1.0/vendor", undefined, { key: "demo-inventory-key" }],
	[
		"POST",
		advances,
		{ amount: 1, vendorId: "v-steel" },
		{ key: "demo-member-key" },
	],
	...lists(),
	["POST", "/v1.0/vendor", "{"],
	["POST", orders, {}],
	["GET", "/v1.0/attempt/mark-as-paid", undefined, { idempotencyKey: null }],
	orderWith({ poType: "OTHER" }),
	orderWith({ matchingType: "OTHER" }),
	orderWith({ poDate: "21.11.2026" }),
	orderWith({ deliveryDate: "21.12.2026" }),
	lineWith({ skuCode: undefined }),
	lineWith({ skuCode: "ROD-9" }),
	lineWith({ taxId: 9 }),
	orderWith({ currency: "USD" }),
	orderWith({ gstin: "27" }),
	orderWith({ state: "OTHER" }),
	["GET", "/v1.0/vendor/unknown"],
	["POST", "/v1.0/vendor", { vendorId: "v-steel", name: "Steel Traders" }],
	["GET", `${orders}/unknown`],
	["GET", "/v1.0/invoice/unknown"],
	...transitions.map(
		({ method, pathId, body }): Refused => [
			...([method, `${pathId?.toUrl("adv-active")}`] as const),
			body,
		],
	),
	[
		"POST",
		"/v1.0/invoice/inv-1001/payments/unknown/reversal",
		{ reason: "Test" },
	],
	["GET", "/v1.0/payment/request/unknown"],
	["GET", "/v1.0/payment/run/unknown"],
	["GET", "/v1.0/tag/unknown"],
	["GET", `${payments}/unknown`],
	["GET", "/v1.0/attempt/mark-as-paid"],
	["PATCH", "/v1.0/invoice/inv-paid", { state: "VOID" }],
	["PATCH", "/v1.0/invoice/inv-1001", { state: "VOID" }, { ifMatch: 9 }],
];

const batch: Refused = [
	"POST",
	payments,
	{
		resourceType: "INVOICE",
		resources: Array.from({ length: batchMin }, () => ({
			slug: "inv-1001",
			amount: 1,
		})),
	},
];

const pay: Refused = [
	"POST",
	payments,
	{ resourceType: "INVOICE", resources: [{ slug: "inv-1001", amount: 1 }] },
];

/** Every list with a limit that is not valid. */
function lists(): Refused[] {
	return exhibits
		.filter(({ query = [] }) => query.some(({ name }) => name === "limit"))
		.map(({ endpoint, demo: { path: pathIds = {} } }) => {
			const { path } = toRoute(endpoint.routeKey);
			const ids: Record<string, string> = pathIds;
			const url = path.replaceAll(
				/\{(.+?)\}/g,
				(_, name) => ids[name] ?? "none",
			);
			return ["GET", `${url}?limit=0`];
		});
}

/**
 * @returns A message of the service for each `<code> <status>` that a request here provokes, the last, and for each
 *   `<code> <status> <operationId>` that has another.
 */
export async function recordErrorMessages(
	shared?: SharedContext,
): Promise<Record<string, string>> {
	let count = 0;
	await using world = await openWorld({
		...(shared && { shared }),
		newId: (at) => newUlid(at).slice(0, 10) + `${++count}`.padStart(16, "0"),
	});
	const demo = readOrganizationFile(demoOrganizationFile);
	await world.import(demo);
	const key = "demo-admin-key";
	const send = ([method, url, body, options]: Refused) =>
		world.send(method, url, body, { key, ...options });
	const messages: Record<string, string> = {};
	const own: Record<string, string> = {};
	async function record(...requests: readonly Refused[]) {
		for (const request of requests) {
			const [method, url] = request;
			const { status, body } = await send(request);
			const { code, message } = body.error ?? {};
			if (!code)
				throw new Error(`${method} ${url} is to be refused: ${status}`);
			const { endpoint } = findEndpoint(method, url.split("?")[0] ?? "");
			const { id } =
				exhibits.find((one) => one.endpoint.routeKey === endpoint.routeKey) ??
				{};
			own[`${code} ${status} ${id}`] = message;
			messages[`${code} ${status}`] = message;
		}
	}

	await record(...refused);
	await send(orderWith({ externalId: "ERP-7001" }));
	await record(orderWith({ externalId: "ERP-7001", poNumber: "PO-7002" }));
	await send(pay);
	const paid = "/v1.0/invoice/inv-1001/payments";
	const [payment] = (await send(["GET", paid])).body.data.items;
	const locked = { holder: "web", expiresAt: "2099-01-01T00:00:00Z" };
	const invoices = (demo.invoices ?? [])
		.filter(({ slug }) => slug === "inv-1001")
		.map((one) => ({ ...one, lock: locked }));
	await world.import({ org: demo.org, invoices });
	await record(["POST", `${paid}/${payment.id}/reversal`, { reason: "Test" }]);
	await record([
		"POST",
		`${paid}/${payment.id}/reversal`,
		{ reason: "Test" },
		await signedInLongAgo(world),
	]);
	await send(batch);
	await record(batch);
	world.skipPauses();
	const faults = [
		world.addFault({ operation: "PutItem", effect: failBefore() }),
	];
	await record(orderWith({}));
	faults.push(world.addFault({ effect: failBefore() }));
	await record(["GET", "/v1.0/invoice/inv-1001"]);
	for (const fault of faults) fault.remove();
	await suspendOrganization(world.table, {
		organizationId: demo.org.id,
		keepsBatches: true,
		isServed: false,
		clock: () => world.time.now,
	});
	await record(["GET", "/v1.0/key", undefined, { key: "demo-approver-key" }]);
	messages["EVENT_FEED_OFF 404"] = eventFeedOff().message;
	messages["CURSOR_EXPIRED 410"] = cursorExpired().message;
	messages["TOO_MANY_REQUESTS 429"] = await recordTooManyRequests(shared);
	const differs = ([name, message]: [string, string]) =>
		messages[name.replace(/ \w+$/, "")] !== message;
	return {
		...messages,
		...Object.fromEntries(Object.entries(own).filter(differs)),
	};
}

/** A session of the console whose person signed in more than 15 minutes ago. */
async function signedInLongAgo({ table, time }: World): Promise<SendOptions> {
	const now = new Date(time.now.getTime() - 20 * 60_000);
	const users = [{ organizationId: "demo", userId: "u-admin" }];
	const email = "asha@demo.example";
	return (await storeSession(table, { email, users, now })).as("demo");
}

/** The message of a stage that limits the requests of a key. */
async function recordTooManyRequests(shared?: SharedContext): Promise<string> {
	await using world = await openWorld({
		...(shared && { shared }),
		keyRequestsPerSecond: 1,
	});
	await world.import(readOrganizationFile(demoOrganizationFile));
	const options = { key: "demo-admin-key" };
	await world.get("/v1.0/key", "", options);
	return (await world.get("/v1.0/key", "", options)).body.error.message;
}
