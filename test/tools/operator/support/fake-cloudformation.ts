import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Answers DescribeStacks: the stack that is named has one output, any other none. */
export async function fakeCloudFormation(
	stack: string,
	[key, value]: [key: string, value: string],
) {
	const asked: URLSearchParams[] = [];
	const output = `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
	const server = createServer(async (request, response) => {
		const query = new URLSearchParams(await text(request));
		asked.push(query);
		const outputs = query.get("StackName") === stack ? output : "";
		response.setHeader("content-type", "text/xml");
		response.end(
			`<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		/** What was called: `cloudformation:DescribeStacks`. */
		actions: () =>
			asked.map((query) => `cloudformation:${query.get("Action")}`),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}
