import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
	type HttpFront,
	startHttpFront,
} from "../../../tools/local/http-front/http-front.ts";
import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { order } from "../../functions/purchase-order/orders.ts";
import {
	acmeWithAdvances,
	purchaseOrder,
} from "../../functions/vendor-advance/advances.ts";
import { payableInvoices } from "../../support/acme.ts";
import {
	batchMin,
	resourcesOf,
	startBatch,
	workOff,
} from "../../support/batches.ts";
import { everyEndpoint, transitions } from "../../support/every-endpoint.ts";
import { pay } from "../../support/pay.ts";
import { openWorld, type World } from "../../support/world.ts";
import { type PathIds, unknownId } from "./requests/fuzzed-request.ts";

/** A world behind the real HTTP front, with records of every kind. */
export interface FuzzWorld extends AsyncDisposable {
	world: World;
	front: HttpFront;
	/** The route that a request of this id was for. */
	routeKeyOf: (requestId: string) => string | undefined;
	ids: PathIds;
}

export async function openFuzzWorld(): Promise<FuzzWorld> {
	const world = await openWorld();
	await world.import(organization());
	const ids = await createRecords(world);
	const routeKeys = new Map<string, string>();
	const handlers = new Map(
		everyEndpoint.map((endpoint) => [
			`${endpoint.method} ${endpoint.path}`,
			{
				name: endpoint.name,
				handle: endpoint.create(world.dependencies, world.queue.send),
			},
		]),
	);
	const front = await startHttpFront({
		port: 0,
		routes: [...handlers.keys()].map((routeKey) => ({
			routeKey,
			functionArn: routeKey,
		})),
		host: {
			async invoke(routeKey, event) {
				const { requestContext } = event as APIGatewayProxyEventV2;
				routeKeys.set(requestContext.requestId, routeKey);
				const handler = handlers.get(routeKey);
				if (!handler) throw new Error(`No endpoint at ${routeKey}`);
				const received = JSON.parse(JSON.stringify(event));
				const answer = await world.runAs(handler.name, () =>
					handler.handle(received, world.lambdaContext()),
				);
				return { answer: JSON.stringify(answer) };
			},
		},
	});
	return {
		world,
		front,
		routeKeyOf(requestId) {
			const routeKey = routeKeys.get(requestId);
			routeKeys.delete(requestId);
			return routeKey;
		},
		ids,
		async [Symbol.asyncDispose]() {
			await front.stop();
			await world[Symbol.asyncDispose]();
		},
	};
}

const organization = (): OrganizationFile => {
	const file = acmeWithAdvances({ invoices: payableInvoices(40, 1e9) });
	return {
		...file,
		purchaseOrders: [
			...(file.purchaseOrders ?? []),
			purchaseOrder({ id: "po-2" }),
		],
		tags: [
			...(file.tags ?? []),
			{ slug: "needed-by", name: "Needed by", type: "DATETIME" },
			{ slug: "weight", name: "Weight", type: "NUMBER" },
			{ slug: "old-code", name: "Old code", type: "NUMERIC" },
		],
	};
};

/** What no organization file has: SKUs with names of their own, drafts over the API, a batch, an advance. */
async function createRecords(world: World): Promise<PathIds> {
	await world.post("/v1.0/inventory/skus/bulk", {
		skus: [{ name: "Steel rod", itemCode: "ROD-1" }, { name: "Glue" }],
	});
	const orders = await createdIds(10, async () => {
		const { body } = await world.post(
			"/v1.0/procurement/purchase-order",
			order(),
		);
		return body.data.poId;
	});
	const invoices = await createdIds(10, async (index) => {
		const { body } = await world.post("/v1.0/invoice/bulk", {
			invoices: [{ ...invoice, invoiceNumber: `fuzz-${index}` }],
		});
		return body.data.created[0].id;
	});
	const advance = await world.post(
		"/v1.0/payment/request/vendor-advance",
		{ amount: 1000, vendorId: "v-1" },
		{ idempotencyKey: "k" },
	);
	const raise = async (): Promise<string> => {
		const body = { amount: 100_000, vendorId: "v-1" };
		const path = "/v1.0/payment/request/vendor-advance";
		const raised = await world.post(path, body);
		return raised.body.data.paymentRequestId;
	};
	const pending = await createdIds(5, raise);
	const returned = await createdIds(5, async () => {
		const id = await raise();
		const decision = { decision: "RETURN", stage: 0, round: 1, note: "Why?" };
		await world.post(`/v1.0/payment/request/${id}/decision`, decision);
		return id;
	});
	await pay(world, resourcesOf(3), { idempotencyKey: "k" });
	const batch = await startBatch(
		world,
		Array.from({ length: batchMin + 49 }, (_, index) => ({
			slug: `inv-${index % 40}`,
			amount: 1,
		})),
	);
	await workOff(world);
	const payments = Array.from(
		{ length: batchMin + 49 },
		(_, index) => `inv-${index % 40}/payments/${batch}-${index}`,
	);
	const known: Readonly<Record<string, string[]>> = {
		"/v1.0/procurement/purchase-order/{poId}": orders,
		"/v1.0/invoice/{id}": [...invoices, "inv-0", "inv-1"],
		"/v1.0/invoice/{id}/payments": ["inv-0", "inv-1", "inv-2"],
		"/v1.0/invoice/{id}/payments/{paymentId}/reversal": payments,
		"/v1.0/vendor/{vendorId}": ["v-1", "v-2"],
		"/v1.0/payment/request/{paymentRequestId}": [
			advance.body.data.paymentRequestId,
			"adv-1",
		],
		"/v1.0/payment/request/{paymentRequestId}/history": pending,
		...Object.fromEntries(
			transitions.map(({ path }) => [path, [...pending, "adv-1"]]),
		),
		"/v1.0/payment/request/{paymentRequestId}/resubmission": returned,
		"/v1.0/payment/mark-as-paid/{bulkActionSlug}": [batch],
		"/v1.0/payment/mark-as-paid/{bulkActionSlug}/stop": [batch],
		"/v1.0/tag/{id}": ["project", "cost-centre"],
	};
	const idsOf = (routeKey: string) => {
		const [, path = ""] = routeKey.split(" ");
		const ids = known[path];
		if (!ids && path.includes("{"))
			throw new Error(
				`test/reliability/fuzz/fuzz-world.ts knows no id for ${path}`,
			);
		return ids ?? [""];
	};
	return {
		kept: (routeKey) => idsOf(routeKey)[0] ?? "",
		named: (routeKey) => {
			const [kept = "", ...others] = idsOf(routeKey);
			const isChanging = /^PATCH|reversal$/.test(routeKey);
			const used = isChanging ? others : [kept, ...others];
			return [...used, unknownId];
		},
	};
}

const createdIds = (
	count: number,
	create: (index: number) => Promise<string>,
) => Promise.all(Array.from({ length: count }, (_, index) => create(index)));

const invoice = { vendorId: "v-1", amount: 100, invoiceDate: "2026-11-01" };
