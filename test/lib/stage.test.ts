import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import type { ServiceStack } from "../../lib/service-stack.ts";
import { toStage } from "../../lib/stage.ts";
import { unbundledStack } from "./unbundled-stack.ts";

describe("stage", () => {
	it.each(["dev", "dev-anna"])("%s is thrown away, with its data", (name) => {
		const stack = unbundledStack(name);
		expect(stack.terminationProtection).toBe(false);
		for (const resource of dataResources(stack)) {
			expect(resource).toMatchObject({ DeletionPolicy: "Delete" });
		}
		Template.fromStack(stack).hasResourceProperties("AWS::DynamoDB::Table", {
			DeletionProtectionEnabled: false,
		});
	});

	it.each(["prod", "test", "developer"])("%s keeps its data", (name) => {
		const stack = unbundledStack(name);
		expect(stack.terminationProtection).toBe(true);
		for (const resource of dataResources(stack)) {
			expect(resource).toMatchObject({ DeletionPolicy: "Retain" });
		}
		Template.fromStack(stack).hasResourceProperties("AWS::DynamoDB::Table", {
			DeletionProtectionEnabled: true,
		});
	});

	it.each(["", "Prod", "1", "a_b", "a b", "x".repeat(21)])(
		'"%s" is refused: no stack could be named after it',
		(name) => {
			expect(() => toStage(name)).toThrow(`The stage "${name}"`);
		},
	);
});

function dataResources(stack: ServiceStack): object[] {
	const template = Template.fromStack(stack);
	return [
		...Object.values(template.findResources("AWS::DynamoDB::Table")),
		...Object.values(template.findResources("AWS::Logs::LogGroup")),
	];
}
