import { beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../shared/organizations/organization.ts";
import type { OrganizationFile } from "../../tools/organization-files/schema.ts";
import { acme } from "../support/acme.ts";
import {
	everyEndpoint,
	everyEndpointAdditions,
	type TestedEndpoint,
	toExpected,
} from "../support/every-endpoint.ts";
import { tableContents } from "../support/table-contents.ts";
import { useSharedWorld } from "../support/use-world.ts";
import { userKinds } from "./user-kinds.ts";

/** One combination of all that decides what a caller may do. */
const callers = permissions.flatMap((permission) =>
	userKinds.flatMap(({ id, role, active }) =>
		[true, false].map((vendorAdvances) => ({
			permission,
			userId: id,
			role,
			active,
			vendorAdvances,
			key: `key of ${permission} ${id} ${vendorAdvances}`,
		})),
	),
);
type MatrixCaller = (typeof callers)[number];

const world = useSharedWorld();
beforeAll(async () => {
	for (const vendorAdvances of [true, false])
		await world.import(organization(vendorAdvances));
});

function organization(vendorAdvances: boolean): OrganizationFile {
	const file = acme(everyEndpointAdditions);
	const id = vendorAdvances ? "with-advances" : "without-advances";
	const own = callers.filter((one) => one.vendorAdvances === vendorAdvances);
	return {
		...file,
		org: { ...file.org, id, features: { vendorAdvances } },
		users: [...file.users, ...userKinds],
		apiKeys: own.map(({ key, permission, userId }) => ({
			key,
			name: "Matrix",
			userId,
			permissions: [permission],
		})),
	};
}

/** Spec 5 and 4.3 rule 10, R1: what the caller is answered, as `conventions.md` has it. */
function expectedFor(endpoint: TestedEndpoint, caller: MatrixCaller) {
	const refused = (code: string) => ({ status: 403, code });
	const { permissions: sufficient, inactiveUserCode } = endpoint;
	if (sufficient.length > 0 && !sufficient.includes(caller.permission))
		return refused("INSUFFICIENT_PERMISSIONS");
	if (!caller.active && inactiveUserCode) return refused(inactiveUserCode);
	const { roles = [caller.role], feature } = endpoint.caller ?? {};
	if (!roles.includes(caller.role) || (feature && !caller[feature]))
		return refused("ACCESS_DENIED");
	return toExpected(endpoint);
}

const send = (endpoint: TestedEndpoint, key: string) =>
	world.send(
		endpoint.method,
		endpoint.pathId?.toUrl("no-such-id") ?? endpoint.path,
		toBody(endpoint, key),
		{ key },
	);

/** A list of payments is another one for each caller: the same list twice is refused (runs P2). */
const toBody = ({ method, path, body }: TestedEndpoint, key: string) =>
	method === "POST" && path === "/v1.0/payment/run"
		? { ...Object(body), repeatOf: key }
		: body;

describe.each(everyEndpoint)("$method $path", (endpoint) => {
	const expected = callers.map((caller) => ({
		...caller,
		...expectedFor(endpoint, caller),
	}));
	const answers = async (many: typeof expected) => {
		const reported = [];
		for (const caller of many) {
			const { status, body } = await send(endpoint, caller.key);
			reported.push({ ...caller, status, code: body.error?.code });
		}
		return reported;
	};

	it("5: for each permission, role, user and feature, exactly the requests that the specification allows are let in", async () => {
		const refused = expected.filter(({ status }) => status === 403);
		const before = await tableContents(world);
		expect(await answers(refused)).toEqual(refused);
		expect(await tableContents(world)).toEqual(before);

		const allowed = expected.filter(({ status }) => status !== 403);
		expect(allowed).not.toEqual([]);
		// The first one's vendor exists afterwards: a 409 was let in as well.
		const reported = (await answers(allowed)).map((one) =>
			one.code === "VENDOR_EXISTS" ? { ...one, ...toExpected(endpoint) } : one,
		);
		expect(reported).toEqual(allowed);
	});
});
