import type { ApiRequest } from "../../../../client/src/http/send-once.ts";
import { preparedRequest } from "../../../../tools/exhibits/check-exhibit.ts";
import {
	demoService,
	toApiRequest,
} from "../../../../tools/exhibits/demo-service.ts";
import type { NamedExhibit } from "../../../../tools/exhibits/exhibits.ts";
import { toDemoUrl } from "../../../support/demo.ts";
import type { ExampleRequest, RecordExamples } from "./recording.ts";

/** The request of an exhibit, in the demo organization: the example of an endpoint that has none of its own. */
export const demoExample =
	(exhibit: NamedExhibit): RecordExamples =>
	async ({ prepare, example }) => {
		let texts = 0;
		const newText = () => `example-${++texts}`;
		const service = demoService({
			newText,
			send: (request) => prepare(toExample(request)),
			async pause() {},
		});
		const prepared = await preparedRequest(exhibit, service);
		const request = toApiRequest(exhibit.endpoint, prepared, newText);
		const name = request.method === "GET" ? "found" : "done";
		await example(name, exhibit.summary, toExample(request));
	};

const toExample = ({ method, body, headers = {}, ...request }: ApiRequest) =>
	({
		method,
		url: toDemoUrl(request),
		...(body !== undefined && { body }),
		headers,
	}) satisfies ExampleRequest;
