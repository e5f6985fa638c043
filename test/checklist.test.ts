import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { permissions } from "../shared/organizations/organization.ts";
import { advanceStates } from "../shared/payment-requests/payment-request.ts";
import { purchaseOrderStates } from "../shared/purchase-orders/purchase-order.ts";
import demoOrganization from "../tools/organization-files/demo-organization.json" with {
	type: "json",
};
import { projectRoot, readDocument } from "./docs/markdown.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { mutants } from "./mutants/mutants.ts";
import { subjects } from "./mutation/subjects.ts";
import { routesWithEffects } from "./reliability/invariants/effects/requested-effects.ts";
import { everyEndpoint } from "./support/every-endpoint.ts";

/** What no other test of `npm test` finds when a change forgets it (`docs/checklists.md`). */

const routeKeyOf = ({ method, path }: { method: string; path: string }) =>
	`${method} ${path}`;

describe("a new endpoint", () => {
	it("test/reliability/invariants/effects/requested-effects.ts says what each write without an idempotency key does", () => {
		const writes = everyEndpoint.filter(
			({ method, idempotencyKey }) =>
				method !== "GET" && idempotencyKey === undefined,
		);
		expect(routesWithEffects.toSorted()).toEqual(
			writes.map(routeKeyOf).toSorted(),
		);
	});
});

describe("a new permission", () => {
	it("tools/organization-files/demo-organization.json: the administrator's key has it", () => {
		const [admin] = demoOrganization.apiKeys;
		expect(admin?.permissions.toSorted()).toEqual(permissions.toSorted());
	});

	it("docs/endpoints.md names it, so that an endpoint needs it", () => {
		const page = readDocument("docs/endpoints.md");
		expect(permissions.filter((one) => !page.includes(`\`${one}\``))).toEqual(
			[],
		);
	});
});

describe("a new state", () => {
	it.each([
		["payment-request-created", advanceStates],
		["purchase-order-created", purchaseOrderStates],
		["purchase-order-activated", purchaseOrderStates],
	])("docs/events/%s.schema.json has it", (name, states) => {
		const schema = JSON.parse(readDocument(`docs/events/${name}.schema.json`));
		expect(schema.properties.data.properties.state.enum).toEqual([...states]);
	});
});

describe("a file that moved", () => {
	const exists = (path: string) => existsSync(join(projectRoot, path));

	it("test/mutation/subjects.ts names the folder and its tests", () => {
		const named = subjects.flatMap(({ folder, tests }) => [
			[folder],
			...tests.map((path) => [`test/${path}`, `test/${path}.test.ts`]),
		]);
		expect(named.filter((places) => !places.some(exists))).toEqual([]);
	});

	it("test/mutants names the file, its test and the text that a bug replaces", () => {
		const isThere = ({ file, search, test }: Mutant) =>
			[file, test].every(exists) &&
			readDocument(file).split(search).length === 2;
		const lost = mutants.filter((one) => !isThere(one));
		expect(lost.map(({ id, file }) => `${id}: ${file}`)).toEqual([]);
	});
});
