import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { parse } from "../../../../tools/local/aws-gateway/aws-call.ts";
import { startAwsGateway } from "../../../../tools/local/aws-gateway/gateway.ts";

/** A gateway before an engine that answers like this. */
async function openBefore(answer: RequestListener) {
	const engine = createServer(answer).listen(0, "127.0.0.1");
	await once(engine, "listening");
	const { port } = engine.address() as AddressInfo;
	const gateway = await startAwsGateway({
		dynamodbUrl: `http://127.0.0.1:${port}`,
	});
	const call = () => fetch(gateway.url, { method: "POST", body: "{}" });
	return {
		url: gateway.url,
		call,
		async [Symbol.asyncDispose]() {
			await gateway.stop();
			engine.close();
			engine.closeAllConnections();
		},
	};
}

it("an answer that the engine breaks off is a broken connection to the caller, and the next call is answered", async () => {
	let isBroken = true;
	await using opened = await openBefore((request, response) => {
		request.resume();
		response.setHeader("content-length", 10);
		if (!isBroken) return response.end("0123456789");
		response.write("01234");
		response.socket?.end();
		return response;
	});
	await expect(opened.call()).rejects.toThrow("fetch failed");
	isBroken = false;
	expect(await (await opened.call()).text()).toBe("0123456789");
});

it("a call that its caller breaks off reaches no engine, and the next call is answered", async () => {
	const bodies: number[] = [];
	await using opened = await openBefore((request, response) => {
		bodies.push(Number(request.headers["content-length"]));
		request.resume();
		response.end("{}");
	});
	const { hostname, port } = new URL(opened.url);
	const socket = connect(Number(port), hostname);
	socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
	await once(socket, "ready");
	socket.end();
	await once(socket.resume(), "close");
	expect(await (await opened.call()).text()).toBe("{}");
	expect(bodies).toEqual([2]);
});

it("a call's body is parsed once, however many checks look at it", () => {
	const call = { body: Buffer.from('{"TableName":"table"}') };
	expect(parse(call)).toEqual({ TableName: "table" });
	expect(parse(call)).toBe(parse(call));
});
