import {
	BatchGetCommand,
	type DynamoDBDocumentClient,
	GetCommand,
	QueryCommand,
	type QueryCommandInput,
	ScanCommand,
	type ScanCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { Item } from "../../shared/dynamodb/reads/batch-get.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import { tableContents } from "../support/table-contents.ts";

/** The table as one scan reads it now, without claims of idempotency keys. */
export const scannedOnce = async (table: Table): Promise<Table> =>
	snapshotOf(table, [...(await tableContents({ table })).values()]);

/**
 * A table that answers the reads of an export from these items, without a call: a run of a scenario exports two or three times, and
 * the check of a load exports hundreds of megabytes for each organization.
 */
export function snapshotOf(table: Table, items: readonly Item[]): Table {
	const byKey = new Map(items.map((item) => [identity(item), item]));
	const partitions = {
		pk: Map.groupBy(items, ({ pk }) => pk),
		listPk: Map.groupBy(items, ({ listPk }) => listPk),
	};
	const find = (keys: readonly Item[] = []) =>
		keys.flatMap((key) => byKey.get(identity(key)) ?? []);
	const answer = (command: object) => {
		if (command instanceof ScanCommand)
			return { Items: scanned(items, command.input) };
		if (command instanceof QueryCommand)
			return { Items: queried(partitions, command.input) };
		if (command instanceof GetCommand)
			return { Item: find([command.input.Key ?? {}])[0] };
		if (command instanceof BatchGetCommand) {
			const { [table.name]: asked } = command.input.RequestItems ?? {};
			return { Responses: { [table.name]: find(asked?.Keys) } };
		}
		throw new Error(`A snapshot does not know ${command.constructor.name}`);
	};
	const documents: DynamoDBDocumentClient = Object.assign(
		Object.create(table.documents),
		{ send: async (command: object) => answer(command) },
	);
	return { ...table, documents };
}

const identity = ({ pk, sk }: Item) => `${pk}\n${sk}`;

function scanned(
	items: readonly Item[],
	{ FilterExpression, ExpressionAttributeValues: values }: ScanCommandInput,
): readonly Item[] {
	if (FilterExpression === undefined) return items;
	if (FilterExpression !== "pk = :one OR begins_with(pk, :other)")
		throw new Error(`A scan has an unknown filter: ${FilterExpression}`);
	return items.filter(
		({ pk }) =>
			pk === values?.[":one"] || `${pk}`.startsWith(values?.[":other"]),
	);
}

const keyCondition =
	/^(pk|listPk) = (:\w+)(?: AND (?:begins_with\(sk, (:\w+)\)|sk <= (:\w+)))?$/;

type Partitions = Record<
	"pk" | "listPk",
	ReadonlyMap<unknown, readonly Item[]>
>;

/** The index has keys only. */
function queried(
	partitions: Partitions,
	{
		KeyConditionExpression: condition = "",
		ExpressionAttributeValues: values = {},
		ScanIndexForward = true,
		Limit,
	}: QueryCommandInput,
): readonly Item[] {
	const [, partition, value, prefix, last] = keyCondition.exec(condition) ?? [];
	if (!partition || !value) throw new Error(`Unknown query: ${condition}`);
	const isListed = partition === "listPk";
	const sort = isListed ? "listSk" : "sk";
	const items = partitions[isListed ? "listPk" : "pk"].get(values[value]) ?? [];
	const found = items
		.filter(({ sk }) => !prefix || `${sk}`.startsWith(values[prefix]))
		.filter(({ sk }) => !last || `${sk}` <= values[last])
		.map((item) => (isListed ? toListed(item) : item))
		.sort((one, other) => (`${one[sort]}` < `${other[sort]}` ? -1 : 1));
	return (ScanIndexForward ? found : found.reverse()).slice(0, Limit);
}

const toListed = ({ pk, sk, listPk, listSk }: Item) => ({
	pk,
	sk,
	listPk,
	listSk,
});
