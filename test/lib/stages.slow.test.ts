import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

const stages = ["dev", "staging", "prod"];

/**
 * The template of a stage, its name replaced by that of no stage. Left out are the hashes of logical ids that contain
 * the stack's name, and those of the functions' code, which is not bundled here.
 */
function templateOf(
	stage: string,
	settings: Record<string, unknown> = {},
): TemplateText {
	const idOfStack = new RegExp(
		`ProcurementPayments${stage}(\\w*?)[0-9A-F]{8,16}(?=")`,
		"g",
	);
	const template = Template.fromStack(unbundledStack(stage, settings)).toJSON();
	const text = JSON.stringify(template);
	return JSON.parse(
		text
			.replaceAll(`ProcurementPayments-${stage}`, "ProcurementPayments-STAGE")
			.replaceAll(`stage ${stage}`, "stage STAGE")
			.replaceAll(idOfStack, "ProcurementPaymentsSTAGE$1")
			.replaceAll(/[0-9a-f]{64}\.zip/g, "BUNDLE.zip"),
	);
}

interface TemplateText {
	Resources: Record<string, Resource>;
}

interface Resource {
	Type: string;
	Properties: Record<string, unknown>;
}

describe("operations: the stages", () => {
	it("staging and prod differ in nothing but their name", () => {
		expect(templateOf("staging")).toEqual(templateOf("prod"));
	});

	it("staging and prod differ in nothing but their name, with mails and events too", () => {
		const template = (stage: string) =>
			templateOf(stage, allNotifications(stage));
		expect(template("staging")).toEqual(template("prod"));
	});

	it("dev differs from prod in that its data are deleted with it, and in nothing else", () => {
		const { Resources, ...rest } = templateOf("prod");
		const ephemeral = Object.fromEntries(
			Object.entries(Resources).map(([id, resource]) => [
				id,
				deletedWithStack(resource),
			]),
		);
		expect(templateOf("dev")).toEqual({ ...rest, Resources: ephemeral });
	});

	it.each(stages)(
		"%s: every resource has the tags of its stage and of the service, the API has the stack's name",
		(stage) => {
			const stack = unbundledStack(stage);
			expect(stack.tags.tagValues()).toEqual({
				stage,
				service: "procurement-payments",
			});
			Template.fromStack(stack).hasResourceProperties(
				"AWS::ApiGatewayV2::Api",
				{ Name: `ProcurementPayments-${stage}` },
			);
		},
	);
});

/** What the guide for deploying documents as the difference. */
function deletedWithStack(resource: Resource): Resource {
	const deleted = { DeletionPolicy: "Delete", UpdateReplacePolicy: "Delete" };
	if (resource.Type === "AWS::Logs::LogGroup")
		return { ...resource, ...deleted };
	if (resource.Type !== "AWS::DynamoDB::Table") return resource;
	const Properties = {
		...resource.Properties,
		DeletionProtectionEnabled: false,
	};
	return { ...resource, ...deleted, Properties };
}
