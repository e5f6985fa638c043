import { DynamoDBClient, paginateListTables } from "@aws-sdk/client-dynamodb";
import { CommandError } from "../command-error.ts";

/**
 * The table of a stack, found by its name, which CloudFormation makes of the stack's and the table's own: so that no
 * client of CloudFormation is needed for this alone.
 *
 * @throws CommandError when there is none, or more than one: an earlier stack's may have been kept.
 */
export async function findStackTable(
	stack: string,
	{ region }: { region?: string },
): Promise<string> {
	const client = new DynamoDBClient(region === undefined ? {} : { region });
	const found: string[] = [];
	for await (const { TableNames = [] } of paginateListTables({ client }, {}))
		found.push(
			...TableNames.filter((name) => name.startsWith(`${stack}-Table`)),
		);
	client.destroy();
	const [table, another] = found;
	if (table === undefined)
		throw new CommandError(`There is no table of a stack ${stack}`);
	if (another !== undefined)
		throw new CommandError(
			`There are several tables of a stack ${stack}: name one of ${found.join(", ")} with --table`,
		);
	return table;
}
