import { describe, expect, it } from "vitest";
import { acme } from "../../support/acme.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
} from "../../support/every-endpoint.ts";
import { tableContents } from "../../support/table-contents.ts";
import { useSharedWorld } from "../../support/use-world.ts";

const world = useSharedWorld(() => acme(everyEndpointAdditions));

const withBody = everyEndpoint.filter(({ body, pathId }) => body && !pathId);

describe.each(withBody)("$method $path", ({ method, path, body = {} }) => {
	const refused = async (sent: string, message: string | RegExp) => {
		const before = await tableContents(world);
		const answer = await world.send(method, path, sent);
		expect(answer).toEqual({
			status: 400,
			headers: {
				"content-type": "application/json",
				"x-request-id": "request-1",
			},
			body: {
				ok: false,
				error: {
					code: "VALIDATION_ERROR",
					message: expect.stringMatching(message),
				},
			},
		});
		expect(await tableContents(world)).toEqual(before);
	};
	/** The valid body with one more property, as JSON. */
	const and = (property: string) =>
		`${JSON.stringify(body).slice(0, -1)},${property}}`;

	it.each([
		["nothing", "", "must be JSON, not empty"],
		["no JSON", "{", "must be JSON: malformed at position 1"],
		["null", "null", "must be object"],
		["a list", "[]", "must be object"],
		["a number", "1", "must be object"],
		["a text", '"{}"', "must be object"],
	])("7.1 VALIDATION_ERROR: a body that is %s", async (_, sent, reason) => {
		await refused(sent, `^Validation failed: / ${reason}$`);
	});

	it.each([
		["too large", "1e15", "must be a number of magnitude below 1e15"],
		["infinite", "1e309", "must be a number of magnitude below 1e15"],
		["too fine", "1e-21", "must NOT have more than 20 decimal places"],
		["no Unicode", '"\\ud800"', "must be well-formed Unicode"],
		[
			"nested too deep",
			`${'{"a":'.repeat(50)}1${"}".repeat(50)}`,
			"must NOT be nested more than 8 levels deep",
		],
	])("conventions: a property that is %s", async (_, value, reason) => {
		await refused(
			and(`"more":${value}`),
			`^Validation failed: /more.* ${reason}$`,
		);
	});

	it("conventions: a property's name that is not valid Unicode is refused", async () => {
		await refused(
			and('"\\udc00":1'),
			"^Validation failed: / must be well-formed Unicode$",
		);
	});

	it("conventions: Content-Type is not checked", async () => {
		const headers = { "content-type": "text/plain" };
		const { status } = await world.send(method, path, body, { headers });
		expect(status).toBe(200);
	});
});
