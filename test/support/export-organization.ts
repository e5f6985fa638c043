import { Readable } from "node:stream";
import type { Table } from "../../shared/dynamodb/table.ts";
import { exportOrganization as openExport } from "../../tools/operator/export/export-organization.ts";
import { testNow } from "./world.ts";

/** The export of an organization (contract 4), its lists as arrays. No batch has expired. */
export async function exportOrganization(
	table: Table,
	organizationId: string,
): Promise<Record<string, unknown>> {
	const document = await openExport(table, {
		organizationId,
		now: testNow,
	});
	const whole: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(document))
		whole[name] =
			Symbol.asyncIterator in value
				? await Readable.from(value).toArray()
				: value;
	return whole;
}
