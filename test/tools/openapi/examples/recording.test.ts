import { expect, inject, it } from "vitest";
import { acme } from "../../../support/acme.ts";
import { type RecordExamples, recordOperation } from "./recording.ts";

const shared = { dynamodbUrl: inject("dynamodbUrl") };
const record = (recordExamples: RecordExamples) =>
	recordOperation("createVendor", recordExamples, acme(), shared);

const vendorOf = (name: string) => ({
	method: "POST" as const,
	url: "/v1.0/vendor",
	body: { name },
});

it("npm run generate: one more example, or one more request before them, changes no other example", async () => {
	const before = await record(({ example }) =>
		example("created", "A vendor", vendorOf("Steel Traders")),
	);
	const after = await record(async ({ prepare, example }) => {
		await prepare(vendorOf("Paper Mills"));
		await example("more", "Another", vendorOf("Wood Works"));
		await example("created", "A vendor", vendorOf("Steel Traders"));
	});
	expect(before).toHaveLength(1);
	expect(after.slice(1)).toEqual(before);
});

it("npm run generate: stops at a request that belongs to another operation, or is refused where the examples need it", async () => {
	await expect(
		record(({ example }) => example("found", "All", { url: "/v1.0/vendor" })),
	).rejects.toThrow("GET /v1.0/vendor is a request of listVendors");
	await expect(record(({ prepare }) => prepare(vendorOf("")))).rejects.toThrow(
		/examples of createVendor need POST .* answered 400/,
	);
});
