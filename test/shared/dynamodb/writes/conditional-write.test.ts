import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
	DeleteCommand,
	PutCommand,
	UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { StoreBusyError } from "../../../../shared/dynamodb/retries/retry-busy.ts";
import { conditionalWrite } from "../../../../shared/dynamodb/writes/conditional-write.ts";
import { useMockedTable } from "../../../support/mocked-table.ts";
import { namedError } from "../../../support/named-error.ts";

const { table, documents } = useMockedTable();

const Key = { pk: "p", sk: "s" };
const writes = [
	new PutCommand({ TableName: "t", Item: Key }),
	new UpdateCommand({ TableName: "t", Key }),
	new DeleteCommand({ TableName: "t", Key }),
];
const refused = new ConditionalCheckFailedException({
	message: "refused",
	$metadata: {},
	Item: { n: { N: "1" } },
});

describe("2.12: conditionalWrite", () => {
	it.each(writes)("retries while a transaction has the item", async (write) => {
		documents
			.onAnyCommand()
			.rejectsOnce(namedError("TransactionConflictException"))
			.rejectsOnce(namedError("ThrottlingException"))
			.resolves({});
		expect(await conditionalWrite(table, write)).toBeNull();
		expect(documents.calls()).toHaveLength(3);
	});

	it.each(writes)("answers the item that stands in the way", async (write) => {
		documents.onAnyCommand().rejects(refused);
		const item = await conditionalWrite(table, write);
		expect(item).toMatchObject({ n: { value: "1" } });
		expect(documents.calls()).toHaveLength(1);
	});

	it("gives up on a conflict that does not end, and repeats no other failure", async () => {
		const [write = fail()] = writes;
		documents
			.onAnyCommand()
			.rejects(namedError("TransactionConflictException"));
		await expect(conditionalWrite(table, write)).rejects.toThrow(
			StoreBusyError,
		);
		expect(documents.calls()).toHaveLength(8);
		documents.onAnyCommand().rejects(namedError("ValidationException"));
		await expect(conditionalWrite(table, write)).rejects.toThrow(
			"ValidationException",
		);
		expect(documents.calls()).toHaveLength(9);
	});
});

function fail(): never {
	throw new Error("No write");
}
