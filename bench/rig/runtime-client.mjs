/**
 * Stands in for Lambda's runtime interface client (`aws-lambda-ric`), which needs a compiler to install: loads a function,
 * fetches one event from the Runtime API, and posts the answer. JavaScript, because type stripping would add to the
 * start of Node.js.
 *
 * Arguments: the path of the bundle, the address of the Runtime API.
 */
import http from "node:http";
import { createRequire } from "node:module";

const [path, api] = process.argv.slice(2);

const call = (method, name, headers, body) =>
	new Promise((resolve, reject) => {
		const url = `http://${api}/2018-06-01/runtime/invocation/${name}`;
		const request = http.request(url, { method, headers }, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (part) => {
				text += part;
			});
			response.on("end", () => {
				resolve({
					text,
					id: response.headers["lambda-runtime-aws-request-id"],
				});
			});
		});
		request.on("error", reject);
		request.end(body);
	});

// The time origin is the start of the process.
const start = performance.now();
const { handler } = createRequire(import.meta.url)(path);
const init = performance.now() - start;
const loading = JSON.stringify({ start, init });
const { text, id } = await call("GET", "next", { loading });
const context = {
	awsRequestId: id,
	functionName: "bench",
	getRemainingTimeInMillis: () => 29_000,
};
const answer = await handler(JSON.parse(text), context);
await call("POST", `${id}/response`, {}, JSON.stringify(answer));
process.exit();
