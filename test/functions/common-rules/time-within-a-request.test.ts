import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
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
import { suspendedProcess } from "../../support/suspended-process.ts";
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

	const always = writers.map(([id, one]) => [`${id}, all refused`, one, false]);
	const afterClaim = writers
		.filter(([, one]) => claimsKey(one))
		.map(([id, one]) => [`${id}, after its claim`, one, true]);
	it.each([...always, ...afterClaim] as [string, Exhibit, boolean][])(
		"%s",
		async (_, exhibit, isClaimAccepted) => {
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
					isClaimAccepted && isClaim(call) && passed() > 7_000
						? forward(call)
						: throttle()(call, forward),
			});
			await sendToDemo(world, request, { context });
			expect(passed()).toBeGreaterThan(7_000);
			expect(passed()).toBeLessThanOrEqual(12_500);
		},
	);
});
