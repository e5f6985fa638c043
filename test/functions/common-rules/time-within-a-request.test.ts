import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isRead } from "../../../shared/dynamodb/table.ts";
import { preparedRequest } from "../../../tools/exhibits/check-exhibit.ts";
import { toApiRequest } from "../../../tools/exhibits/demo-service.ts";
import type { Exhibit } from "../../../tools/exhibits/exhibit.ts";
import { exhibits } from "../../../tools/exhibits/exhibits.ts";
import type { AwsCall } from "../../../tools/local/aws-gateway/aws-call.ts";
import {
	raiseAndMail,
	requestPage,
	tokenOf,
} from "../../support/approval-page.ts";
import { acmeWithApprovers, approver } from "../../support/approvers.ts";
import { throttle } from "../../support/aws-gateway/faults/effects.ts";
import { demoOfTests, demoWorld, sendToDemo } from "../../support/demo.ts";
import { passSeconds } from "../../support/pass-time.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";

const writers = exhibits
	.filter(({ endpoint }) => !endpoint.routeKey.startsWith("GET"))
	.map((one): [string, Exhibit] => [one.id, one]);

/** The request of an exhibit, after everything that it needs was prepared. */
async function prepare(exhibit: Exhibit, world: World) {
	const prepared = await preparedRequest(exhibit, demoWorld(world));
	return toApiRequest(exhibit.endpoint, prepared, randomUUID);
}

const claimsKey = ({
	endpoint: { idempotencyKey },
}: Pick<Exhibit, "endpoint">) =>
	idempotencyKey === "required" || idempotencyKey === "optional";

/**
 * A process that is suspended before each write is sent, after the write was signed.
 *
 * @param secondsBefore How long before the first, second, … write.
 */
function suspendedProcess(
	world: World,
	secondsBefore: (write: number) => number,
) {
	world.skipPauses();
	const accessKeyId = "suspended";
	const table = world.connect(accessKeyId);
	let writes = 0;
	for (const client of [table.documents, table.documentsNoRetry])
		client.middlewareStack.add(
			(next, { commandName = "" }) =>
				(args) => {
					if (!isRead(commandName)) {
						writes += 1;
						passSeconds(world, secondsBefore(writes));
					}
					return next(args);
				},
			{ step: "finalizeRequest", priority: "normal", name: "suspended" },
		);
	return {
		accessKeyId,
		table,
		send: world.queue.send,
		writes: () => writes,
	};
}

describe("R9: no request begins a write later than 25 s after it began to work", () => {
	const world = useWorld(demoOfTests);

	it.each(writers)("%s", async (_, exhibit) => {
		const request = await prepare(exhibit, world);
		const before = await tableContents(world);
		// A claim is sent 20 s after its own instant, and the next write 6 s later.
		const process = suspendedProcess(world, (write) =>
			claimsKey(exhibit) ? (write === 1 ? 20 : 6) : 26,
		);
		await sendToDemo(world, request, { process });
		expect(process.writes()).toBeGreaterThan(claimsKey(exhibit) ? 1 : 0);
		expect(await tableContents(world)).toEqual(before);
	});
});

describe("R9: the page to which a mail links does not begin a write later either", () => {
	const world = useWorld(() => acmeWithApprovers([approver("u-1")]));

	it("a decision", async () => {
		await raiseAndMail(world, {});
		const before = await tableContents(world);
		const process = suspendedProcess(world, () => 26);
		const { status } = await requestPage(world, "POST", "/approval/decision", {
			body: { token: tokenOf(world, "u-1"), decision: "APPROVE" },
			process,
		});
		expect(status).toBe(500);
		expect(process.writes()).toBeGreaterThan(0);
		expect(await tableContents(world)).toEqual(before);
	});
});

describe("conventions: all retries of a request share 8 s, and 4 s more to learn an outcome", () => {
	const world = useWorld(demoOfTests);

	it.each(writers)("%s", async (_, exhibit) => {
		const request = await prepare(exhibit, world);
		// From here on the API key is cached.
		await world.get("/v1.0/key");
		world.skipPauses();
		const context = world.lambdaContext();
		const available = context.getRemainingTimeInMillis();
		const passed = () => available - context.getRemainingTimeInMillis();
		// A claim is accepted in the end, so that only a second of the time is left to the rest.
		const isClaim = ({ body }: AwsCall) => body.includes("#IDEM#");
		world.gateway.faults.add({
			effect: (call, forward) =>
				isClaim(call) && passed() > 7_000
					? forward(call)
					: throttle()(call, forward),
		});
		await sendToDemo(world, request, { context });
		expect(passed()).toBeGreaterThan(7_000);
		expect(passed()).toBeLessThanOrEqual(12_500);
	});
});
