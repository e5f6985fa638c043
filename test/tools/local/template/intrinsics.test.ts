import { describe, expect, it } from "vitest";
import { resolve } from "../../../../tools/local/template/intrinsics.ts";

const references = {
	ref: (logicalId: string) => `ref:${logicalId}`,
	attribute: (logicalId: string, name: string) => `${name}:${logicalId}`,
};

describe("a template's value", () => {
	it.each([
		["as it stands", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
		["a reference", { Ref: "Table" }, "ref:Table"],
		["a pseudo parameter", { Ref: "AWS::Region" }, "ap-south-1"],
		["an attribute", { "Fn::GetAtt": ["Table", "Arn"] }, "Arn:Table"],
		[
			"joined",
			{ "Fn::Join": ["/", ["a", { Ref: "Table" }, { Ref: "AWS::AccountId" }]] },
			"a/ref:Table/000000000000",
		],
		[
			"substituted",
			// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders
			{ "Fn::Sub": "x-${Table}-${Table.Arn}-${AWS::Partition}" },
			"x-ref:Table-Arn:Table-aws",
		],
		[
			"deep inside",
			[{ a: { b: { Ref: "Table" } } }],
			[{ a: { b: "ref:Table" } }],
		],
	])("%s", (_, value, expected) => {
		expect(resolve(value, references)).toEqual(expected);
	});

	it.each([
		{ "Fn::If": ["Condition", 1, 2] },
		{ "Fn::Sub": ["x", { x: 1 }] },
		{ "Fn::ImportValue": "x" },
	])(
		"is refused, not guessed, when it uses what is not understood: %j",
		(value) => {
			expect(() => resolve(value, references)).toThrow(
				`The local stack does not understand ${Object.keys(value)[0]}`,
			);
		},
	);
});
