import { it } from "vitest";
import { forEachConcurrently } from "../../../shared/timing/concurrently.ts";
import { scannedOnce } from "../snapshot.ts";
import {
	atOnce,
	expectExactCounts,
	hammeredOrganizations,
	invoicesEach,
	planRequests,
	sendRequest,
} from "./hammer-requests.ts";
import { startLoadedStack } from "./loaded-stack.ts";
import { organizationsOf } from "./organizations.ts";

it("5,000 requests for ten invoices, 64 at a time: each key is carried out once, and the records have what was answered", async () => {
	const organizations = organizationsOf(hammeredOrganizations, invoicesEach);
	await using stack = await startLoadedStack(organizations);
	const requests = planRequests(5_000);
	await forEachConcurrently(requests, atOnce, (request) =>
		sendRequest(stack.url, request),
	);
	const table = await scannedOnce(stack.table);
	await expectExactCounts({ url: stack.url, table }, requests);
});
