import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Answers DescribeStacks: the stack that is named has these outputs, any other none; and GetTopicAttributes: a topic of
 * so many confirmed subscriptions, or a refusal.
 */
export async function fakeStack(
	stack: string,
	outputs: Record<string, string>,
	subscriptions: number | "REFUSED" = 0,
) {
	const asked: URLSearchParams[] = [];
	const members = Object.entries(outputs).map(
		([key, value]) =>
			`<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
	);
	const server = createServer(async (request, response) => {
		const query = new URLSearchParams(await text(request));
		asked.push(query);
		response.setHeader("content-type", "text/xml");
		if (query.get("Action") === "GetTopicAttributes")
			return subscriptions === "REFUSED"
				? response
						.writeHead(403)
						.end(
							"<ErrorResponse><Error><Code>AuthorizationError</Code><Message>not allowed</Message></Error></ErrorResponse>",
						)
				: response.end(
						`<GetTopicAttributesResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><GetTopicAttributesResult><Attributes><entry><key>SubscriptionsConfirmed</key><value>${subscriptions}</value></entry></Attributes></GetTopicAttributesResult></GetTopicAttributesResponse>`,
					);
		const found = query.get("StackName") === stack ? members.join("") : "";
		response.end(
			`<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><Outputs>${found}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		/** What was called: `DescribeStacks`. */
		actions: () => asked.map((query) => `${query.get("Action")}`),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}
