import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
	startWebhook,
	type Webhook,
} from "../../../../tools/local/notifications/webhook.ts";

/** What the receiver answers, one after the other; then 204. `silence`: nothing. */
let answers: (number | "silence")[];
let received: { method: string; type: string; body: { id: string } }[];
let lines: string[];
let receiver: Server;
let webhook: Webhook;
let url: string;

beforeEach(async () => {
	answers = [];
	received = [];
	lines = [];
	receiver = createServer(async (request, response) => {
		const body = JSON.parse(await text(request));
		const { method = "", headers } = request;
		received.push({ method, type: `${headers["content-type"]}`, body });
		const answer = answers.shift() ?? 204;
		if (answer === "silence") return;
		response.writeHead(answer, { location: "/elsewhere" }).end();
	});
	await once(receiver.listen(0, "127.0.0.1"), "listening");
	// Unchecked cast: the address of a TCP server.
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
	webhook = start(60_000);
});
const start = (timeoutMs: number) =>
	startWebhook({
		url,
		log: (line) => void lines.push(line),
		pauseMs: 1,
		timeoutMs,
	});
afterEach(async () => {
	await webhook.stop();
	receiver.closeAllConnections();
	receiver.close();
});

const event = (id: string) => ({
	version: "0" as const,
	id,
	"detail-type": "Invoice Paid",
	source: "procurement-payments",
	account: "0",
	time: "2026-11-22T00:00:00Z",
	region: "r",
	resources: [],
	detail: { metadata: { id: "m-1", version: 1 }, data: {} },
});
const ids = () => received.map(({ body }) => body.id);

it("events: posts each event, whole, in a request of its own", async () => {
	webhook.post([event("a"), event("b")]);
	await expect.poll(() => received).toHaveLength(2);
	expect(received.find(({ body }) => body.id === "a")).toEqual({
		method: "POST",
		type: "application/json; charset=utf-8",
		body: event("a"),
	});
	expect(lines).toEqual([]);
});

it.each([401, 429, 503])(
	"events: an event that meets %s is sent again",
	async (answer) => {
		answers = [answer, answer];
		webhook.post([event("a")]);
		await expect.poll(ids).toEqual(["a", "a", "a"]);
		expect(lines).toHaveLength(2);
		expect(lines[0]).toMatch(/^Invoice Paid \(a\) to .*; tried again in/);
	},
);

it("events: an event that meets silence is sent again, and delays no other", async () => {
	webhook = start(500);
	answers = ["silence"];
	webhook.post([event("a"), event("b")]);
	await expect.poll(() => ids().length).toBeGreaterThanOrEqual(3);
	expect(new Set(ids())).toEqual(new Set(["a", "b"]));
	expect(lines[0]).toContain("not answered in time; tried again in");
});

it.each([302, 404])(
	"events: an event that is answered %s is not sent again, nor to another address",
	async (answer) => {
		answers = [answer];
		webhook.post([event("a")]);
		await expect
			.poll(() => lines)
			.toEqual([
				`Invoice Paid (a) to ${url}: answered ${answer}; not tried again`,
			]);
		expect(ids()).toEqual(["a"]);
	},
);

it("events: a receiver that is not there is tried until the stack stops", async () => {
	receiver.closeAllConnections();
	await once(receiver.close(), "close");
	webhook.post([event("a")]);
	await expect.poll(() => lines.length).toBeGreaterThan(2);
	expect(lines[0]).toContain("not reached (ECONNREFUSED); tried again in");
	await webhook.stop();
	const { length } = lines;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(lines).toHaveLength(length);
});
