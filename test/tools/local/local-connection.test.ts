import { expect, inject, it } from "vitest";
import { connectTable } from "../../../shared/dynamodb/table.ts";
import { localConnection } from "../../../tools/local/local-connection.ts";
import { listed } from "../../support/listed.ts";

const connection = localConnection(inject("dynamodbUrl"));
it("no call to a local engine is given up, since the engine of a slow machine answers late", async () => {
	const table = connectTable({ name: "none", ...connection });
	await expect(listed(table, "VENDOR")).rejects.toThrow();
	// Unchecked cast: the handler of the SDK for Node.js.
	const handler = table.documents.config.requestHandler as unknown as {
		httpHandlerConfigs(): object;
	};
	expect(handler.httpHandlerConfigs()).toMatchObject({
		requestTimeout: 0,
		connectionTimeout: 0,
	});
});
