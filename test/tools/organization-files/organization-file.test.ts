import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { permissions } from "../../../shared/organizations/organization.ts";
import { emailRule } from "../../../shared/text/email.ts";
import { OrganizationFileError } from "../../../tools/organization-files/organization-file-error.ts";
import {
	checkOrganizationFile,
	readAndInspect,
	readOrganizationFile,
} from "../../../tools/organization-files/read-organization-file.ts";
import { contractExample } from "./contract-example.ts";

const org = { id: "acme", name: "Acme" };

function refusalOf(action: () => unknown): string {
	try {
		action();
	} catch (error) {
		if (error instanceof OrganizationFileError) return error.message;
		throw error;
	}
	return "accepted";
}

const check = (file: unknown) => refusalOf(() => checkOrganizationFile(file));

const invoice = (more: object = {}) => ({
	slug: "inv-1",
	state: "APPROVED",
	amount: 10,
	...more,
});

const approverIds = (count: number) =>
	Array.from({ length: count }, (_, index) => `u-${index}`);
const policy = (stages: string[][]) => ({
	name: "Large",
	default: true,
	stages: stages.map((approvers) => ({ approvers })),
});

describe("contract 2: an organization file is accepted", () => {
	it.each<[string, unknown]>([
		["that is the contract's example", contractExample()],
		["in which every list is absent", { org }],
		[
			"with two active advances without an order",
			{
				org,
				vendors: [{ id: "v" }],
				advances: [
					{ id: "a-1", vendorId: "v", state: "APPROVED" },
					{ id: "a-2", vendorId: "v", state: "PENDING" },
				],
			},
		],
		[
			"with the most stages and approvers, of whom one is named twice",
			{
				org,
				approvalPolicies: [policy(Array(10).fill([...approverIds(20), "u-0"]))],
			},
		],
		[
			"in which nothing has a name",
			{
				org: { id: "acme" },
				entities: [{ id: 1 }],
				users: [{ id: "u", role: "ADMIN" }],
				apiKeys: [{ key: "k", userId: "u", permissions: [] }],
				vendors: [{ id: "v" }],
				gstTaxes: [{ id: 1, rate: 1_000, rateType: "PERCENTAGE" }],
				tags: [{ slug: "t", type: "DROPDOWN", options: [{ id: 1 }] }],
				purchaseOrders: [{ id: "po", state: "DRAFTED", amount: 1 }],
				approvalPolicies: [{ name: "Default", default: true }],
			},
		],
		[
			"with all that is optional beyond the contract's example",
			{
				$schema: "./organization-file.schema.json",
				org,
				users: [{ id: "u", role: "ADMIN", email: "a@b" }],
				vendors: [
					{ id: "v", gstin: "27AAPFU0939F1ZV", email: `${"é".repeat(252)}@b` },
				],
			},
		],
		[
			"with an email to which no mail can be sent",
			{ org, users: [{ id: "u", role: "ADMIN", email: "A, B <a @b>\r\n" }] },
		],
		[
			"in which every list is empty",
			{ org, users: [], invoices: [], tags: [] },
		],
		[
			"with an id of 64 characters",
			{ org: { ...org, id: "a-0".padEnd(64, "z") } },
		],
		[
			"with a slug of 1,024 bytes",
			{ org, invoices: [invoice({ slug: "é".repeat(512) })] },
		],
		[
			"with a payer that no one knows",
			{ org, procurementPolicy: { payers: ["u-ghost"] } },
		],
		[
			"with an invoice in a state of its own",
			{ org, invoices: [invoice({ state: "ON_HOLD" })] },
		],
		[
			"with a gstin that is none",
			{ org, entities: [{ id: 1, name: "X", gstin: "none" }] },
		],
		[
			"with __proto__ for a slug",
			{ org, invoices: [invoice({ slug: "__proto__" })] },
		],
		[
			"with __proto__ for a tag in a policy",
			JSON.parse(
				'{"org":{"id":"a","name":"A"},"approvalPolicies":[{"name":"P","when":{"tags":{"__proto__":["x"]}},"stages":[]}]}',
			),
		],
		[
			"with the same id in different lists",
			{
				org,
				vendors: [{ id: "x", name: "V" }],
				users: [{ id: "x", name: "U", role: "MEMBER" }],
			},
		],
		[
			"with two SKUs of one name, one of them with a code",
			{ org, skus: [{ name: "Rod" }, { name: "Rod", itemCode: "R" }] },
		],
		[
			"with names without code that differ in case",
			{ org, skus: [{ name: "Rod" }, { name: "ROD" }] },
		],
		[
			"with two advances on one order, one of them rejected",
			{
				org,
				advances: [
					{
						id: "a",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "PENDING",
					},
					{
						id: "b",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "REJECTED",
					},
				],
			},
		],
		[
			"with two advances on one order, one of which awaits resubmission",
			{
				org,
				advances: [
					{
						id: "a",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "PENDING_RESUBMISSION",
					},
					{
						id: "b",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "APPROVED",
					},
				],
			},
		],
		[
			"with an instant in another offset",
			{
				org,
				invoices: [
					invoice({
						lock: { holder: "web", expiresAt: "2030-01-01T05:30:00.5+05:30" },
					}),
				],
			},
		],
	])("%s", (_, file) => {
		expect(check(file)).toBe("accepted");
	});

	it("conventions: an amount with float noise is taken without it", () => {
		const { invoices } = checkOrganizationFile({
			org,
			invoices: [invoice({ amount: 0.1 + 0.2 })],
		});
		expect(invoices).toEqual([invoice({ amount: 0.3 })]);
	});
});

const longPointer = `/approvalPolicies/0/when/tags/${"~0".repeat(5_000)}/0`;

describe("contract 2: an organization file is refused, with the JSON pointer", () => {
	it.each<[string, unknown, string]>([
		["that is a list", [], "/ must be object"],
		["that is null", null, "/ must be object"],
		["without org", {}, "/ must have required property 'org'"],
		[
			"with an unknown list",
			{ org, invoice: [] },
			'/ must NOT have additional properties: "invoice"',
		],
		[
			"with an unknown list of a long name",
			{ org, ["~".repeat(5_000)]: [] },
			`/ must NOT have additional properties: "${"~".repeat(66)}…${"~".repeat(33)}"`,
		],
		[
			"with a long name in the pointer",
			{
				org,
				approvalPolicies: [
					{ name: "P", when: { tags: { ["~".repeat(5_000)]: [1e300] } } },
				],
			},
			`${longPointer.slice(0, 133)}…${longPointer.slice(-66)} must be a number of magnitude below 1e15`,
		],
		[
			"with a typo in a property",
			{ org, users: [{ id: "u", nmae: "U", name: "U", role: "ADMIN" }] },
			'/users/0 must NOT have additional properties: "nmae"',
		],
		[
			"with __proto__ for a property",
			JSON.parse('{"org":{"id":"a","name":"A","__proto__":1}}'),
			'/org must NOT have additional properties: "__proto__"',
		],
		[
			"with an upper-case organization id",
			{ org: { ...org, id: "Acme" } },
			"/org/id must be 1 to 64 characters of a to z, 0 to 9 and -",
		],
		[
			"with a line break behind its id",
			{ org: { ...org, id: "acme\n" } },
			"/org/id must be 1 to 64 characters of a to z, 0 to 9 and -",
		],
		[
			"with an id of 65 characters",
			{ org: { ...org, id: "a".repeat(65) } },
			"/org/id must be 1 to 64 characters of a to z, 0 to 9 and -",
		],
		[
			"with an unknown timezone",
			{ org: { ...org, timezone: "Mars/Olympus" } },
			"/org/timezone must be the IANA name of a timezone, such as Asia/Kolkata",
		],
		[
			"with an offset for a timezone",
			{ org: { ...org, timezone: "+05:30" } },
			"/org/timezone must be the IANA name of a timezone, such as Asia/Kolkata",
		],
		[
			"with an unknown role",
			{ org, users: [{ id: "u", name: "U", role: "OWNER" }] },
			"/users/0/role must be equal to one of the allowed values: ADMIN, BOOKKEEPER, MEMBER",
		],
		[
			"with a null for what is optional",
			{ org, vendors: [{ id: "v", email: null }] },
			"/vendors/0/email must be string",
		],
		[
			"with a $schema that is no text",
			{ $schema: 1, org },
			"/$schema must be string",
		],
		[
			"with an unknown permission",
			{ org, apiKeys: [{ key: "k", userId: "u", permissions: ["pay"] }] },
			`/apiKeys/0/permissions/0 must be equal to one of the allowed values: ${permissions.join(", ")}`,
		],
		[
			"with a due that is text",
			{
				org,
				invoices: [
					invoice(),
					invoice({ slug: "2" }),
					invoice({ slug: "3" }),
					invoice({ slug: "4", due: "10" }),
				],
			},
			"/invoices/3/due must be number",
		],
		[
			"with a negative due",
			{ org, invoices: [invoice({ due: -1 })] },
			"/invoices/0/due must be >= 0",
		],
		[
			"with a null for a lock",
			{ org, invoices: [invoice({ lock: null })] },
			"/invoices/0/lock must be object",
		],
		[
			"with an empty slug",
			{ org, invoices: [invoice({ slug: "" })] },
			"/invoices/0/slug must NOT have fewer than 1 characters",
		],
		[
			"with a slug of 1,025 bytes",
			{ org, invoices: [invoice({ slug: `${"é".repeat(512)}x` })] },
			"/invoices/0/slug must NOT have more than 1024 bytes",
		],
		[
			"with a vendor id of 1,025 bytes",
			{ org, vendors: [{ id: "x".repeat(1025), name: "V" }] },
			"/vendors/0/id must NOT have more than 1024 bytes",
		],
		[
			"with a policy of 11 stages",
			{ org, approvalPolicies: [policy(Array(11).fill(["u-1"]))] },
			"/approvalPolicies/0/stages must NOT have more than 10 stages",
		],
		[
			"with a stage of 21 approvers",
			{ org, approvalPolicies: [policy([["u-1"], approverIds(21)])] },
			"/approvalPolicies/0/stages/1/approvers must NOT have more than 20 approvers",
		],
		[
			"with a day that does not exist",
			{
				org,
				invoices: [
					invoice({
						lock: { holder: "web", expiresAt: "2030-02-30T00:00:00Z" },
					}),
				],
			},
			"/invoices/0/lock/expiresAt must be an RFC 3339 instant, such as 2030-01-31T18:30:00Z",
		],
		[
			"with an instant without an offset",
			{
				org,
				apiKeys: [
					{
						key: "k",
						userId: "u",
						permissions: [],
						expiresAt: "2030-01-01T00:00:00",
					},
				],
			},
			"/apiKeys/0/expiresAt must be an RFC 3339 instant, such as 2030-01-31T18:30:00Z",
		],
		[
			"with a number too large to add up",
			{ org, invoices: [invoice({ amount: 1e15 })] },
			"/invoices/0/amount must be a number of magnitude below 1e15",
		],
		[
			"with a number too fine",
			{ org, skus: [{ name: "Rod", rate: 1e-21 }] },
			"/skus/0/rate must NOT have more than 20 decimal places",
		],
		[
			"with a number beyond JavaScript's",
			JSON.parse(
				'{"org":{"id":"a","name":"A"},"skus":[{"name":"Rod","rate":1e309}]}',
			),
			"/skus/0/rate must be number",
		],
		[
			"with a lone surrogate",
			{ org: { ...org, name: "\ud800" } },
			"/org/name must be well-formed Unicode",
		],
		[
			"with options that are not a DROPDOWN's",
			{ org, tags: [{ slug: "t", name: "T", type: "VARCHAR", options: [] }] },
			"/tags/0/options is only for tags of the type DROPDOWN: leave it out",
		],
		[
			"with a percentage that is none",
			{
				org,
				tdsTaxes: [{ id: 1, rate: 1_000.01, rateType: "PERCENTAGE" }],
			},
			"/tdsTaxes/0/rate must be <= 1000 when rateType is PERCENTAGE",
		],
		[
			"with two default approval policies",
			{
				org,
				approvalPolicies: [
					{ name: "A", default: true, stages: [] },
					{ name: "B", stages: [] },
					{ name: "C", default: true, stages: [] },
				],
			},
			"/approvalPolicies/2/default must NOT be true twice: it is in /approvalPolicies/0",
		],
		[
			"with an item code twice, in other case",
			{
				org,
				skus: [
					{ name: "A", itemCode: "rod" },
					{ name: "B", itemCode: "ROD" },
				],
			},
			"/skus/1/itemCode must NOT be the same as in /skus/0",
		],
		[
			"with a SKU without code twice",
			{ org, skus: [{ name: "A" }, { name: "A" }] },
			"/skus/1/name must NOT be the same as in /skus/0",
		],
		[
			"with an option twice",
			{
				org,
				tags: [
					{
						slug: "t",
						name: "T",
						type: "DROPDOWN",
						options: [
							{ id: 1, name: "A" },
							{ id: 1, name: "B" },
						],
					},
				],
			},
			"/tags/0/options/1/id must NOT be the same as in /tags/0/options/0",
		],
		[
			"with a secret twice",
			{
				org,
				apiKeys: [
					{ key: "s3cret", userId: "u", permissions: [] },
					{ key: "s3cret", userId: "u", permissions: [] },
				],
			},
			"/apiKeys/1/key must NOT be the same as in /apiKeys/0",
		],
		[
			"with two active advances on one order",
			{
				org,
				advances: [
					{
						id: "a",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "PENDING",
					},
					{
						id: "b",
						vendorId: "v",
						purchaseOrderLinkId: "po",
						state: "APPROVED",
					},
				],
			},
			"/advances/1/purchaseOrderLinkId must NOT be that of another active advance: /advances/0",
		],
	])("%s", (_, file, message) => {
		expect(check(file)).toBe(message);
	});

	const emailTooLong = `${"a".repeat(253)}@b`;
	it.each([
		["abc@", emailRule],
		["@abc", emailRule],
		["abc", emailRule],
		["a@b@c", emailRule],
		["", "must NOT have fewer than 3 characters"],
		[emailTooLong, "must NOT have more than 254 characters"],
	])("with the email %s", (email, rule) => {
		expect(check({ org, vendors: [{ id: "v", email }] })).toBe(
			`/vendors/0/email ${rule}`,
		);
		const user = { id: "u", role: "ADMIN", email };
		expect(check({ org, users: [user] })).toBe(`/users/0/email ${rule}`);
	});

	it.each(["secret ", " secret", "two\nlines", "schlüssel"])(
		"with the key %j, which no header carries",
		(key) => {
			const apiKeys = [{ key, userId: "u", permissions: [] }];
			expect(check({ org, apiKeys })).toBe(
				"/apiKeys/0/key must be printable ASCII without spaces at its ends: no header carries another key",
			);
		},
	);

	it("with a vendor's gstin that is not one", () => {
		const vendors = [{ id: "v", gstin: "27AAPFU0939F1XV" }];
		expect(check({ org, vendors })).toMatch(
			/^\/vendors\/0\/gstin must be a GSTIN: state code/,
		);
	});

	it.each([
		["entities", "id"],
		["gstTaxes", "id"],
		["tdsTaxes", "id"],
		["users", "id"],
		["vendors", "id"],
		["purchaseOrders", "id"],
		["advances", "id"],
		["tags", "slug"],
		["invoices", "slug"],
	] as const)("with an entry twice in %s: the same %s", (list, property) => {
		const [entry] = contractExample()[list] ?? [];
		expect(check({ org, [list]: [entry, entry] })).toBe(
			`/${list}/1/${property} must NOT be the same as in /${list}/0`,
		);
	});

	it.each([
		["users", "id"],
		["purchaseOrders", "id"],
		["advances", "id"],
		["tags", "slug"],
		["apiKeys", "userId"],
		["advances", "purchaseOrderLinkId"],
	] as const)(
		"with a text that is too long for a key of the store, in %s: %s",
		(list, property) => {
			const [entry] = contractExample()[list] ?? [];
			const longest = "x".repeat(1024);
			const checkWith = (text: string) =>
				check({ org, [list]: [{ ...entry, [property]: text }] });
			expect(checkWith(longest)).toBe("accepted");
			expect(checkWith(`${longest}x`)).toBe(
				`/${list}/0/${property} must NOT have more than 1024 bytes`,
			);
		},
	);

	it("with a GST percentage that is too high; a fixed GST may be as high", () => {
		const checkTax = (rateType: string) =>
			check({ org, gstTaxes: [{ id: 1, rate: 1_000.01, rateType }] });
		expect(checkTax("PERCENTAGE")).toBe(
			"/gstTaxes/0/rate must be <= 1000 when rateType is PERCENTAGE",
		);
		expect(checkTax("ABSOLUTE")).toBe("accepted");
	});
});

describe("contract 1: one line names file and place", () => {
	const directory = mkdtempSync(join(tmpdir(), "organization-file-"));
	const path = join(directory, "acme.json");
	const refusalOfFile = (contents: string | Uint8Array) => {
		writeFileSync(path, contents);
		return refusalOf(() => readOrganizationFile(path));
	};

	it("of a wrong value", () => {
		const file = { org, invoices: [invoice({ due: "10" })] };
		expect(refusalOfFile(JSON.stringify(file))).toBe(
			`${path}: /invoices/0/due must be number`,
		);
	});

	it("of a file that is not JSON, without quoting it: it holds secrets", () => {
		expect(refusalOfFile('{"apiKeys":[{"key":"s3cret",,')).toBe(
			`${path}: / must be JSON (line 1 column 29)`,
		);
	});

	it("of a property that is named twice, of which only the last would count", () => {
		const file = `{"org":{"id":"acme"},
			"users":[{"id":"u-1","role":"ADMIN","name":"a \\"name\\": {"}],
			"approvalPolicies":[{"name":"Strict","default":true,"stages":[{"approvers":["u-1"]}]}],
			"invoices":[{"slug":"i-0","state":"APPROVED","amount":1},{"slug":"i-1","state":"APPROVED","amount":100,"amount":900}],
			"approvalPolicies":[{"name":"None","default":true,"stages":[]}]}`;
		expect(refusalOfFile(file)).toBe(
			`${path}: /invoices/1/amount must NOT be named twice in its object (first of 2 errors)`,
		);
		expect(readAndInspect(path).errors.map(({ pointer }) => pointer)).toEqual([
			"/invoices/1/amount",
			"/approvalPolicies",
		]);
	});

	it("of a name that differs from another one only in its escapes", () => {
		expect(refusalOfFile('{"org":{"id":"acme","\\u0069d":"other"}}')).toBe(
			`${path}: /org/id must NOT be named twice in its object`,
		);
	});

	it("of a file that is not UTF-8", () => {
		expect(refusalOfFile(Uint8Array.of(0x22, 0xff, 0x22))).toBe(
			`${path}: / must be JSON in UTF-8`,
		);
	});

	it("of a file that is nested too deeply", () => {
		expect(refusalOfFile("[".repeat(100_000) + "]".repeat(100_000))).toBe(
			`${path}: / must be object`,
		);
	});

	it("of a file that is not there", () => {
		const missing = join(directory, "missing.json");
		expect(refusalOf(() => readOrganizationFile(missing))).toMatch(
			/^.*missing\.json: cannot be read \(ENOENT.*\)$/,
		);
	});

	it("keeps to the line with any names in it", () => {
		const when = { tags: { "a\nb": [null] } };
		const approvalPolicies = [{ name: "P", when, stages: [] }];
		expect(check({ org, approvalPolicies })).not.toContain("\n");
	});
});
