import {
	BatchExecuteStatementCommand,
	BatchGetItemCommand,
	BatchWriteItemCommand,
	type DynamoDBClient,
	GetItemCommand,
	PutItemCommand,
	TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	it,
	vi,
} from "vitest";
import {
	itemKey,
	type OpenGateway,
	openGateway,
} from "../../tools/local/aws-gateway/open-gateway.ts";
import {
	before as actBefore,
	after,
	conflict,
	drop,
	failAfter,
	failBefore,
	hang,
	killAfter,
	killBefore,
	landLate,
	latency,
	loseAnswer,
	throttle,
} from "./faults/effects.ts";
import type { Effect } from "./faults/faults.ts";
import {
	failStatements,
	leaveItemsOver,
	leaveKeysOver,
} from "./faults/partial-effects.ts";

let opened: OpenGateway;
let client: DynamoDBClient;

beforeAll(async () => {
	opened = await openGateway();
	client = opened.connect("caller");
});
afterEach(() => opened.gateway.faults.clear());
afterAll(() => opened[Symbol.asyncDispose]());

let puts = 0;
/** Puts an item of its own; gives the error's name, or "answered", and whether the item is there. */
async function put({
	accessKeyId = "caller",
	requestTimeout,
	onOutcome,
}: {
	accessKeyId?: string;
	requestTimeout?: number;
	onOutcome?: (name: string) => unknown;
} = {}) {
	const pk = `put-${puts++}`;
	const Item = { ...itemKey(pk), v: { S: "written" } };
	const outcome = await opened
		.connect(accessKeyId, requestTimeout)
		.send(new PutItemCommand({ TableName: opened.tableName, Item }))
		.then(
			() => "answered",
			(error: Error) => error.name,
		);
	onOutcome?.(outcome);
	return { pk, outcome, isWritten: (await opened.peek(pk)) === "written" };
}

describe("an effect on a write", () => {
	it.each<[string, Effect, string | RegExp, boolean]>([
		[
			"throttle: refused, not carried out",
			throttle(),
			"ThrottlingException",
			false,
		],
		[
			"failBefore: an internal error, not carried out",
			failBefore(),
			"InternalServerError",
			false,
		],
		[
			"failAfter: an internal error, but carried out",
			failAfter(),
			"InternalServerError",
			true,
		],
		["drop: the connection breaks, not carried out", drop(), /Error/, false],
		[
			"loseAnswer: the connection breaks, but carried out",
			loseAnswer(),
			/Error/,
			true,
		],
		["hang: no answer, not carried out", hang(), "TimeoutError", false],
		[
			"latency: answered all the same",
			latency({ milliseconds: 5 }),
			"answered",
			true,
		],
	])("%s", async (_, effect, outcome, isWritten) => {
		opened.gateway.faults.add({ operation: "PutItem", effect });
		const result = await put(
			outcome === "TimeoutError" ? { requestTimeout: 100 } : {},
		);
		expect(result.outcome).toMatch(outcome);
		expect(result.isWritten).toBe(isWritten);
	});

	it("landLate: the caller gives up, then the write lands", async () => {
		const events: string[] = [];
		const { faults } = opened.gateway;
		faults.add({ effect: landLate({ milliseconds: 4_000 }) });
		faults.add({ effect: actBefore(() => events.push("written")) });
		const { pk, outcome } = await put({
			requestTimeout: 2_000,
			onOutcome: (name) => events.push(name),
		});
		expect(outcome).toBe("TimeoutError");
		await expect.poll(() => events).toEqual(["TimeoutError", "written"]);
		await expect.poll(() => opened.peek(pk)).toBe("written");
	});

	it("before and after: someone else acts at that very moment", async () => {
		const seen: (string | undefined)[] = [];
		const look = async () => seen.push(await opened.peek(`put-${puts - 1}`));
		opened.gateway.faults.add({ effect: actBefore(look) });
		opened.gateway.faults.add({ effect: after(look) });
		await put();
		expect(seen).toEqual([undefined, "written"]);
	});

	it.each([
		["killBefore: not carried out", killBefore, false],
		["killAfter: carried out", killAfter, true],
	])(
		"%s, and the killed caller gets no answer",
		async (_, effect, isWritten) => {
			const kill = vi.fn();
			opened.gateway.faults.add({ effect: effect(kill) });
			const result = await put();
			expect(kill).toHaveBeenCalledOnce();
			expect(result).toMatchObject({
				isWritten,
				outcome: expect.stringMatching(/Error/),
			});
		},
	);

	it("latency: transactions may take longer", async () => {
		const effect = latency({ milliseconds: 1, transactionMilliseconds: 60 });
		opened.gateway.faults.add({ effect });
		const startedAt = performance.now();
		await transact();
		expect(performance.now() - startedAt).toBeGreaterThan(55);
	});
});

const transact = () => {
	const Put = { TableName: opened.tableName, Item: itemKey("transacted") };
	const Delete = { TableName: opened.tableName, Key: itemKey("gone") };
	return client.send(
		new TransactWriteItemsCommand({ TransactItems: [{ Put }, { Delete }] }),
	);
};

describe("conflict", () => {
	it("cancels a transaction with a reason for each of its items", async () => {
		opened.gateway.faults.add({ effect: conflict() });
		await expect(transact()).rejects.toMatchObject({
			name: "TransactionCanceledException",
			CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }],
		});
	});
});

describe("failStatements", () => {
	const insert = (pk: string) => ({
		Statement: `INSERT INTO "${opened.tableName}" VALUE {'pk': ?, 'sk': ?, 'v': ?}`,
		Parameters: [{ S: pk }, { S: "X" }, { S: "written" }],
	});
	const execute = async (...pks: string[]) => {
		const { Responses = [] } = await client.send(
			new BatchExecuteStatementCommand({ Statements: pks.map(insert) }),
		);
		return Responses.map((response) => response.Error?.Code);
	};

	it("refuses the chosen statements and carries out the others", async () => {
		const effect = failStatements({
			code: "TransactionConflict",
			chosen: (index) => index !== 1,
		});
		opened.gateway.faults.add({ effect });
		expect(await execute("f0", "f1", "f2")).toEqual([
			"TransactionConflict",
			undefined,
			"TransactionConflict",
		]);
		expect([await opened.peek("f0"), await opened.peek("f1")]).toEqual([
			undefined,
			"written",
		]);
	});

	it("refuses all", async () => {
		opened.gateway.faults.add({
			effect: failStatements({ code: "ThrottlingError" }),
		});
		expect(await execute("f3")).toEqual(["ThrottlingError"]);
		expect(await opened.peek("f3")).toBeUndefined();
	});

	it("reports an error for statements that were carried out", async () => {
		const effect = failStatements({
			code: "InternalServerError",
			carriedOut: true,
		});
		opened.gateway.faults.add({ effect });
		expect(await execute("f4")).toEqual(["InternalServerError"]);
		expect(await opened.peek("f4")).toBe("written");
	});
});

describe("leaveKeysOver", () => {
	const read = async () => {
		await put({ accessKeyId: "setup" });
		const Keys = [itemKey("put-0"), itemKey("put-1")];
		return client.send(
			new BatchGetItemCommand({
				RequestItems: { [opened.tableName]: { Keys, ConsistentRead: true } },
			}),
		);
	};

	it("reads the others and hands the chosen keys back", async () => {
		opened.gateway.faults.add({
			operation: "BatchGetItem",
			effect: leaveKeysOver({ chosen: (index) => index === 0 }),
		});
		const { UnprocessedKeys } = await read();
		expect(UnprocessedKeys).toEqual({
			[opened.tableName]: { Keys: [itemKey("put-0")], ConsistentRead: true },
		});
	});

	it("reads nothing when all are chosen", async () => {
		opened.gateway.faults.add({
			operation: "BatchGetItem",
			effect: leaveKeysOver({ chosen: () => true }),
		});
		const { Responses, UnprocessedKeys } = await read();
		expect([Responses, UnprocessedKeys?.[opened.tableName]?.Keys]).toEqual([
			{},
			[itemKey("put-0"), itemKey("put-1")],
		]);
	});
});

describe("leaveItemsOver", () => {
	const put = (name: string) => ({ PutRequest: { Item: itemKey(name) } });
	const write = (...names: string[]) =>
		client.send(
			new BatchWriteItemCommand({
				RequestItems: { [opened.tableName]: names.map(put) },
			}),
		);

	it("puts the others and hands the chosen back, in any round", async () => {
		opened.gateway.faults.add({
			operation: "BatchWriteItem",
			times: 2,
			effect: leaveItemsOver({ chosen: (index) => index === 0 }),
		});
		const rounds = [
			await write("l0", "l1"),
			await write("l0"),
			await write("l0"),
		];
		expect(rounds.map(({ UnprocessedItems }) => UnprocessedItems)).toEqual([
			{ [opened.tableName]: [put("l0")] },
			{ [opened.tableName]: [put("l0")] },
			{},
		]);
	});
});

describe("a fault hits", () => {
	const outcomes = async (count: number) => {
		const results = [];
		for (let index = 0; index < count; index++)
			results.push((await put()).isWritten);
		return results;
	};

	it("calls after the first `skip`, `times` of them, and counts its hits", async () => {
		const fault = opened.gateway.faults.add({
			effect: drop(),
			skip: 1,
			times: 2,
		});
		expect(await outcomes(4)).toEqual([true, false, false, true]);
		expect(fault.hits).toBe(2);
	});

	it("until it is removed", async () => {
		const fault = opened.gateway.faults.add({ effect: drop() });
		expect(await outcomes(1)).toEqual([false]);
		fault.remove();
		expect(await outcomes(1)).toEqual([true]);
	});

	it("the caller it names and no other", async () => {
		opened.gateway.faults.add({ accessKeyId: "victim", effect: drop() });
		expect((await put({ accessKeyId: "victim" })).isWritten).toBe(false);
		expect((await put({ accessKeyId: "other" })).isWritten).toBe(true);
	});

	it("the operation it names and the bodies it picks, no others", async () => {
		opened.gateway.faults.add({ operation: "GetItem", effect: drop() });
		opened.gateway.faults.add({
			matches: (body) => JSON.stringify(body).includes("nothing like it"),
			effect: drop(),
		});
		expect((await put()).isWritten).toBe(true);
		const get = new GetItemCommand({
			TableName: opened.tableName,
			Key: itemKey("put-0"),
		});
		await expect(client.send(get)).rejects.toThrow();
	});

	it("a call together with others, the first added outermost", async () => {
		const failed = opened.gateway.faults.add({ effect: failAfter() });
		opened.gateway.faults.add({ effect: throttle() });
		expect(await put()).toMatchObject({
			outcome: "InternalServerError",
			isWritten: false,
		});
		expect(failed.hits).toBe(1);
	});
});
