import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The identity that the tests' STS knows. */
export const operatorArn = "arn:aws:iam::000000000000:user/operator";

/** Answers every call as GetCallerIdentity does. */
export async function startFakeSts() {
	const server = createServer((request, response) => {
		request.resume();
		response.setHeader("content-type", "text/xml");
		response.end(
			`<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${operatorArn}</Arn><Account>000000000000</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	// Unchecked cast: a server that listens on TCP has such an address.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}
