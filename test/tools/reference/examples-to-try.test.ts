import { afterAll, beforeAll, expect, it } from "vitest";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import { readOrganizationFile } from "../../../tools/organization-files/read-organization-file.ts";
import { referenceDocument } from "../../../tools/reference/reference-document.ts";
import { openWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
	world = await openWorld();
	await world.import(readOrganizationFile(demoOrganizationFile));
});
afterAll(() => world[Symbol.asyncDispose]());

const posts = Object.entries(
	referenceDocument({ serverUrl: "/" }).paths,
).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));

it("29.6: an idempotency key may be left empty on the page, which sends a new one", () => {
	const keys = posts.flatMap(({ post }) =>
		(post.parameters ?? []).filter(({ name }) => name === "x-idempotency-key"),
	);
	expect(keys).toHaveLength(2);
	expect(keys.map(({ required }) => required)).toEqual([false, false]);
});

it.each(posts.filter(({ path }) => !path.includes("{")))(
	"29.6: the only example of POST $path works with the demo organization, and again",
	async ({ path, post }) => {
		// Unchecked cast: OpenAPI's examples.
		const examples = post.requestBody?.content["application/json"]
			.examples as Record<string, { value: object }>;
		const [only, ...others] = Object.values(examples);
		expect(others).toEqual([]);
		for (const key of ["first", "second"]) {
			const answer = await world.send("POST", path, only?.value, {
				key: "demo-admin-key",
				headers: { "x-idempotency-key": `${post.operationId}-${key}` },
			});
			expect([answer.status, answer.body]).toEqual([
				200,
				expect.objectContaining({ ok: true }),
			]);
			if (post.operationId === "createInvoices") continue;
			expect(answer.body.data.failed ?? []).toEqual([]);
		}
	},
);
