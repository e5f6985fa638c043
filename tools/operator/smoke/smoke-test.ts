import { toContext } from "../../../client/src/client-options.ts";
import { ProcurementPaymentsClient } from "../../../client/src/index.ts";
import { systemTiming, type Timing } from "../../../client/src/timing.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { permissions } from "../../../shared/organizations/organization.ts";
import { demoService } from "../../exhibits/demo-service.ts";
import { importOrganization } from "../../organization-files/import-organization.ts";
import { checkOrganizationFile } from "../../organization-files/read-organization-file.ts";
import { createKey, type NewSecret } from "../keys/create-key.ts";
import { deleteSmokeOrganization } from "./delete-smoke-organization.ts";
import { runChecks, smokeChecks } from "./run-checks.ts";
import {
	newSmokeKeys,
	newSmokeOrganizationId,
	smokeOrganization,
	smokeUserId,
} from "./smoke-organization.ts";

export interface SmokeTest {
	table: Table;
	url: string;
	now: Date;
	newSecret: NewSecret;
	signal: AbortSignal;
	writeLine: (line: string) => void;
	/** Replaced by tests. The default is the global `fetch`. */
	fetch?: typeof fetch;
	/** Replaced by tests. The default is the system's clocks. */
	timing?: Timing;
}

/**
 * Runs the checks in a new organization and deletes it again.
 *
 * @returns Whether every check passed.
 * @throws When the organization could not be created or deleted.
 */
export async function smokeTest(options: SmokeTest): Promise<boolean> {
	const { table, url, now, signal, writeLine } = options;
	const { timing = systemTiming(), fetch = globalThis.fetch } = options;
	const id = newSmokeOrganizationId(now);
	// This line comes first, because it says what is left after a kill.
	writeLine(`Organization ${id}, API ${url}`);
	try {
		const file = checkOrganizationFile(smokeOrganization(id));
		await importOrganization(table, file, now);
		const { key } = await createKey(table, {
			organizationId: id,
			userId: smokeUserId,
			permissions: [...permissions],
			name: "Smoke test",
			expiresAt: new Date(now.getTime() + keyForMilliseconds).toISOString(),
			secret: options.newSecret(),
			now,
		});
		const connect = (apiKey: string) =>
			new ProcurementPaymentsClient({ timing, fetch, url, apiKey });
		const { sendRepeatedly } = toContext({ timing, fetch, url, apiKey: key });
		const checks = smokeChecks({
			client: connect(key),
			unknownCaller: connect(options.newSecret()),
			today: now.toISOString().slice(0, 10),
			signal,
			service: demoService({
				newText: newSmokeKeys(),
				send: async (request) =>
					(await sendRepeatedly(request, signal)).body.data,
				pause: (milliseconds) => timing.sleep(milliseconds, signal),
			}),
		});
		const failed = await runChecks(checks, signal, writeLine);
		const { length } = checks;
		writeLine(
			failed === 0
				? `All ${length} checks passed`
				: `${failed} of ${length} checks failed`,
		);
		return failed === 0;
	} finally {
		await clean(table, id, writeLine);
		if (signal.aborted)
			writeLine(
				`The request that was interrupted may still write something: repeat this in a minute with the same options and --clean ${id}`,
			);
	}
}

/** A key that is left behind by a kill expires by itself. */
const keyForMilliseconds = 3_600_000;

/**
 * Deletes what is left of a smoke test's organization.
 *
 * @returns The number of items.
 */
export async function clean(
	table: Table,
	id: string,
	writeLine: SmokeTest["writeLine"],
): Promise<number> {
	try {
		const deleted = await deleteSmokeOrganization(table, id);
		writeLine(`Deleted ${id}: ${deleted} items`);
		return deleted;
	} catch (error) {
		writeLine(
			`Not deleted: ${id}. Delete it later with the same options and --clean ${id}`,
		);
		throw error;
	}
}
