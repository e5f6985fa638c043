import { it } from "vitest";
import { expectInvariants } from "../invariants.ts";
import { reportedImport } from "../reported.ts";
import { scannedOnce } from "../snapshot.ts";
import { auditedLoad } from "./audited-stack.ts";
import { FeedReader } from "./feed-reader.ts";
import { expectFlat, type StackSample, toStackSample } from "./flatness.ts";
import {
	atOnce,
	expectExactCounts,
	hammeredOrganizations,
	invoicesEach,
	planRequests,
	sendRequest,
} from "./hammer-requests.ts";
import { startLoadedStack } from "./loaded-stack.ts";
import { organizationOf, organizationsOf } from "./organizations.ts";
import { doOtherWork } from "./other-work.ts";
import { send } from "./send.ts";

const minutes = Number(process.env.MINUTES ?? 30);
/** A slow machine sends fewer in the time. */
const requestsMax = Number(process.env.REQUESTS ?? 50_000);

/** Time between two samples. */
const portionMilliseconds = Math.min(60_000, minutes * 5_000);
/** A slow machine takes longer than its portions. */
const samplesMin = 6;

it(`up to ${requestsMax} requests and other work for ${minutes} minutes: exact counts, memory and handles stay flat`, async () => {
	const organizations = organizationsOf(
		hammeredOrganizations + 1,
		invoicesEach,
	);
	const otherOrganization = `org-${hammeredOrganizations}`;
	const reported = reportedImport(
		organizationOf(otherOrganization, invoicesEach),
	);
	const feed = new FeedReader();
	await using stack = await startLoadedStack(organizations);
	const requests = planRequests(requestsMax);
	const samples: StackSample[] = [];
	const end = performance.now() + minutes * 60_000;
	let sent = 0;

	while (performance.now() < end || samples.length < samplesMin) {
		const portionEnd = performance.now() + portionMilliseconds;
		const isOver = () => performance.now() >= portionEnd;
		const hammer = Array.from({ length: atOnce }, async () => {
			while (sent < requestsMax && !isOver()) {
				const request = requests[sent];
				sent += 1;
				if (request) await sendRequest(stack.url, request);
			}
		});
		const work = async () => {
			while (!isOver())
				await doOtherWork(stack, otherOrganization, { reported, feed });
		};
		await Promise.all([...hammer, work()]);
		samples.push(toStackSample(await stack.measure()));
	}

	console.table(samples);
	const atRest = { url: stack.url, table: await scannedOnce(stack.table) };
	console.log(await expectExactCounts(atRest, requests.slice(0, sent)));
	const ask = (path: string) => send(stack.url, otherOrganization, path);
	await feed.expectAllPayments({ ask }, atRest.table, otherOrganization);
	await expectInvariants(auditedLoad(atRest, otherOrganization, reported));
	expectFlat(samples);
});
