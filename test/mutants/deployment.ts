import type { Mutant } from "./mutant.ts";

const smoke = "test/tools/operator/smoke/smoke.slow.test.ts";
const policy = "test/tools/operator/operator-policy.test.ts";
const audit = "test/tools/operator/audit.slow.test.ts";

/** A smoke test that deletes too much, an operator who may do too much or leaves no trace, a stage that is not held. */
export const deploymentMutants: readonly Mutant[] = [
	{
		id: "smoke-customer",
		what: "deletes a customer's organization whose id is that of a smoke test",
		file: "tools/operator/smoke/delete-smoke-organization.ts",
		search: "name !== smokeOrganizationName(organizationId)",
		replace: `name === ""`,
		test: smoke,
	},
	{
		id: "smoke-foreign-key",
		what: "deletes another organization's API key",
		file: "tools/operator/smoke/delete-smoke-organization.ts",
		search: "isApiKey(key) ? { organizationId } : {}",
		replace: 'isApiKey(key) ? { organizationId: "acme" } : {}',
		test: smoke,
	},
	{
		id: "smoke-foreign-record",
		what: "deletes a record of another organization",
		file: "tools/operator/smoke/delete-smoke-organization.ts",
		search: "if (foreignKey)",
		replace: "if (foreignKey && keys.length === 0)",
		test: smoke,
	},
	{
		id: "smoke-running-batch",
		what: "deletes a batch that workers still pay",
		file: "tools/operator/smoke/find-smoke-items.ts",
		search: `having("MAP_BATCH").length > 0`,
		replace: `having("MAP_BATCH").length > 1`,
		test: smoke,
	},
	{
		id: "policy-unused",
		what: "the operator may delete the table",
		file: "docs/operator-policy.json",
		search: `"dynamodb:DeleteItem", "dynamodb:GetItem",`,
		replace: `"dynamodb:DeleteItem", "dynamodb:DeleteTable", "dynamodb:GetItem",`,
		test: policy,
	},
	{
		id: "on-call-policy-unused",
		what: "the role on call may delete the table",
		file: "docs/on-call-policy.json",
		search: `"dynamodb:DescribeTable"`,
		replace: `["dynamodb:DescribeTable", "dynamodb:DeleteTable"]`,
		test: "test/tools/operator/on-call-policy.test.ts",
	},
	{
		id: "hold-own-limits",
		what: "payments go on during a restore: a route with limits of its own is not held",
		file: "docs/operations/restore.md",
		search: "[route, held(settings)]",
		replace: "[route, settings]",
		test: "test/tools/operator/restore-page.test.ts",
	},
	{
		id: "hold-overwrites",
		what: "a hold that is typed twice saves the held limits",
		file: "docs/operations/restore.md",
		search: "[ -s stage.json ] || ",
		replace: "",
		test: "test/tools/operator/restore-page.test.ts",
	},
	{
		id: "audit-none",
		what: "a command that changes something writes no audit record",
		file: "tools/operator/audit/audit-trail.ts",
		search: "beforeWrites(table, () => begin(organizationId, fileDigest))",
		replace:
			"(fileDigest ? beforeWrites(table, () => begin(organizationId, fileDigest)) : table)",
		test: audit,
	},
	{
		id: "audit-too-late",
		what: "a command goes on though its audit record could not be stored",
		file: "tools/operator/audit/audit-trail.ts",
		search: "begun.delete(organizationId);\n			throw error;",
		replace: "begun.delete(organizationId);",
		test: audit,
	},
	{
		id: "audit-secret",
		what: "an audit record has the secret that was typed as an argument",
		file: "tools/operator/audit/recorded-text.ts",
		search: "(secret) => `${secret.slice(0, keyPrefixMaxLength)}…`",
		replace: "(secret) => secret",
		test: audit,
	},
];
