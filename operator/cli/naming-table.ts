import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import type { Table } from "../../shared/store/dynamodb/table.ts";
import { CommandError } from "../command-error.ts";

/**
 * Carries out what is done on a table.
 *
 * @throws CommandError that names the table when there is none: the store's own complaint names nothing.
 */
export async function namingTable(
	{ name }: Table,
	work: () => Promise<void>,
): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!(error instanceof ResourceNotFoundException)) throw error;
		throw new CommandError(`No such table: ${JSON.stringify(name)}`);
	}
}
