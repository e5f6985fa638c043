import { expect, it } from "vitest";
import { referenceDocument } from "../../../tools/reference/reference-document.ts";

const posts = Object.entries(
	referenceDocument({ serverUrl: "/" }).paths,
).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));

it("reference page: an idempotency key may be left empty on the page, which sends a new one", () => {
	const keys = posts.flatMap(({ post }) =>
		(post.parameters ?? []).filter(({ name }) => name === "x-idempotency-key"),
	);
	expect(keys).toHaveLength(2);
	expect(keys.map(({ required }) => required)).toEqual([false, false]);
});
