import { BatchExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connectTable, type Table } from "../../../shared/dynamodb/table.ts";
import { toDecimal } from "../../../shared/money/decimal.ts";
import { createSkus } from "../../../shared/skus/create-skus.store.ts";
import { toSkuDetails } from "../../../shared/skus/sku.ts";
import { CapturedLogger } from "../../support/captured-log.ts";
import { logged } from "../../support/logged.ts";

const client = mockClient(DynamoDBDocumentClient);
// Files share a process: the next one needs the real client.
afterAll(() => client.restore());
const table: Table = {
	...connectTable({ name: "test", region: "ap-south-1" }),
	pause: async () => {},
};
beforeEach(() => client.reset());

const rod = {
	id: "attempt-0",
	sku: {
		...toSkuDetails(
			{ name: "Steel rod", itemCode: "ROD-1", rate: "80.1" },
			toDecimal,
		),
		createdAt: "2026-11-21T10:00:00.000Z",
		createdBy: null,
	},
};
const glue = {
	id: "attempt-1",
	sku: { ...rod.sku, name: "Glue", itemCode: null, rate: null },
};

/** The table's answers to the calls in turn: of each statement its error, null for none; a whole call may fail. */
function answer(...calls: ((string | null)[] | "lost")[]) {
	let behaviour = client.on(BatchExecuteStatementCommand);
	for (const codes of calls) {
		behaviour =
			codes === "lost"
				? behaviour.rejectsOnce(new Error("socket hang up"))
				: behaviour.resolvesOnce({
						Responses: codes.map((Code) =>
							Code ? { Error: { Code: Code as never } } : {},
						),
					});
	}
}

const store = (...items: object[]) =>
	client.on(BatchGetCommand).resolves({ Responses: { test: items as never } });

const sent = () =>
	client
		.commandCalls(BatchExecuteStatementCommand)
		.map((call) => call.args[0].input.Statements ?? []);

const logger = new CapturedLogger();
const create = () => createSkus({ table, logger }, "acme", [rod, glue]);
const rodKey = { pk: "ORG#acme#SKU#rod-1", sk: "SKU" };
const pointersSent = () =>
	(sent().at(-1) ?? []).map(({ Parameters: [pk, , skuPk] = [] }) => [
		pk?.S,
		skuPk?.S,
	]);

describe("createSkus", () => {
	it("inserts the SKUs, then one pointer a name, and reads nothing", async () => {
		answer([null, null], [null, null]);
		expect(await create()).toEqual(["CREATED", "CREATED"]);
		const [[first] = []] = sent();
		expect(first?.Statement).toMatch(
			/^INSERT INTO "test" VALUE \{'pk': \?, 'sk': \?, 'listPk': \?, 'listSk': \?, 'name': \?/,
		);
		expect(first?.Parameters?.slice(0, 5)).toEqual([
			{ S: rodKey.pk },
			{ S: "SKU" },
			{ S: "acme#SKU" },
			{ S: expect.stringMatching(/^2026-11-21T10:00:00.000Z#[0-9a-f]{16}$/) },
			{ S: "Steel rod" },
		]);
		expect(pointersSent()).toEqual([
			["ORG#acme#SKUNAME#steel rod", rodKey.pk],
			["ORG#acme#SKUNAME#glue", "ORG#acme#SKUID#attempt-1"],
		]);
		expect(client.commandCalls(BatchGetCommand)).toEqual([]);
	});

	it("a name that leads somewhere already is left alone, unread", async () => {
		answer([null, null], ["DuplicateItem", null]);
		expect(await create()).toEqual(["CREATED", "CREATED"]);
		expect(client.commandCalls(BatchGetCommand)).toEqual([]);
	});

	it("if a code is taken, it names the SKU that has it", async () => {
		answer(["DuplicateItem", null], [null, null]);
		store({ ...rodKey, name: "Old rod", createdBy: "earlier-0" });
		expect(await create()).toEqual(["TAKEN", "CREATED"]);
		expect(pointersSent()).toEqual([
			["ORG#acme#SKUNAME#old rod", rodKey.pk],
			["ORG#acme#SKUNAME#glue", "ORG#acme#SKUID#attempt-1"],
		]);
	});

	it("an insert that meets itself after a lost answer is a success", async () => {
		answer("lost", ["DuplicateItem", null], [null, null]);
		store({ ...rodKey, name: "Steel rod", writeId: "attempt-0" });
		expect(await create()).toEqual(["CREATED", "CREATED"]);
	});

	it("after a lost answer and then only refusals because of load, reads what is stored", async () => {
		const busy = ["ThrottlingError", "ThrottlingError"];
		answer("lost", ...Array(16).fill(busy), [null]);
		store({ ...rodKey, name: "Steel rod", writeId: "attempt-0" });
		expect(await create()).toEqual(["CREATED", "UNKNOWN"]);
		expect(pointersSent()).toEqual([["ORG#acme#SKUNAME#steel rod", rodKey.pk]]);
	});

	it("4.1: a SKU that cannot be read is reported as unknown, and does not affect the others", async () => {
		answer(["DuplicateItem", null], [null]);
		client.on(BatchGetCommand).rejects(new Error("socket hang up"));
		expect(await create()).toEqual(["UNKNOWN", "CREATED"]);
		const message = "It could not be read whether records were created";
		expect(logged({ logLines: logger.lines }, message)).toMatchObject([
			{ level: "WARN", error: { name: "Error", message: "socket hang up" } },
		]);
	});

	it("4.1: a SKU that was not named is distinguished from those that were", async () => {
		const busy = Array(7).fill(["ThrottlingError"]);
		answer([null, null], [null, "ThrottlingError"], ...busy);
		expect(await create()).toEqual(["CREATED", "UNNAMED"]);
	});
});
