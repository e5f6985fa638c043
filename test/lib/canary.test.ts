import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { apiFunctions } from "../../lib/api-functions.ts";
import { allNotifications, unbundledStack } from "./unbundled-stack.ts";

const templateOf = (context: Record<string, unknown> = {}) =>
	Template.fromStack(unbundledStack("prod", context));
const canary = templateOf({
	"canary:prod": true,
	...allNotifications("prod"),
});

const propertiesOf = (type: string, template = canary) =>
	Object.values(template.findResources(type)).map(
		({ Properties }) => Properties,
	);
const aliases = canary.findResources("AWS::Lambda::Alias");

describe("canary:<stage>", () => {
	it("is off by default: there is no version, alias or deployment group", () => {
		const off = templateOf();
		expect(templateOf({ "canary:prod": false }).toJSON()).toEqual(off.toJSON());
		for (const type of [
			"AWS::Lambda::Version",
			"AWS::Lambda::Alias",
			"AWS::CodeDeploy::DeploymentGroup",
		])
			off.resourceCountIs(type, 0);
	});

	it("every function behind the API but the approval page, and the worker, have an alias, through which alone they are invoked", () => {
		// The functions of the endpoints, and the worker.
		expect(Object.keys(aliases)).toHaveLength(apiFunctions.length + 1);
		const uris = propertiesOf("AWS::ApiGatewayV2::Integration").map(
			({ IntegrationUri }) =>
				IntegrationUri.Ref ?? IntegrationUri["Fn::GetAtt"][0],
		);
		expect(new Set(uris).size).toBe(apiFunctions.length + 1);
		// A browser that gets the approval page of one version must not get the script of another.
		expect(uris.filter((id) => !(id in aliases))).toEqual([
			expect.stringMatching(/^ApprovalPageFunction/),
		]);
		const [queue] = propertiesOf("AWS::Lambda::EventSourceMapping").filter(
			({ ScalingConfig }) => ScalingConfig,
		);
		expect(JSON.stringify(queue.FunctionName)).toMatch(
			/\{"Ref":"PaymentWorkerAlias\w+"\}.*":live"/,
		);
	});

	it("each alias is moved to a new version by CodeDeploy: a tenth for five minutes, and back on an alarm", () => {
		const groups = canary.findResources("AWS::CodeDeploy::DeploymentGroup");
		const alarms = Object.keys(
			canary.findResources("AWS::CloudWatch::Alarm"),
		).filter((id) =>
			/^(ApiServerErrors|WorkerFailures|DeadLetters|BatchStalled)Alarm/.test(
				id,
			),
		);
		expect(alarms).toHaveLength(4);
		for (const { UpdatePolicy, DependsOn } of Object.values(aliases)) {
			const { DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate;
			const group = groups[DeploymentGroupName.Ref]?.Properties;
			expect(DependsOn).toContain(DeploymentGroupName.Ref);
			expect(group).toMatchObject({
				DeploymentConfigName: "CodeDeployDefault.LambdaCanary10Percent5Minutes",
				AutoRollbackConfiguration: {
					Enabled: true,
					Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"],
				},
				AlarmConfiguration: { Enabled: true },
			});
			const watched = group.AlarmConfiguration.Alarms.map(
				({ Name }: { Name: { Ref: string } }) => Name.Ref,
			);
			expect(watched.sort()).toEqual(alarms.sort());
		}
	});

	it('"paused" keeps the aliases and waits for no alarm: a version that ends an alarm can be deployed', () => {
		const paused = templateOf({ "canary:prod": "paused" });
		paused.resourceCountIs("AWS::Lambda::Alias", apiFunctions.length + 1);
		for (const group of propertiesOf(
			"AWS::CodeDeploy::DeploymentGroup",
			paused,
		)) {
			expect(group.DeploymentConfigName).toBe(
				"CodeDeployDefault.LambdaAllAtOnce",
			);
			expect(group.AlarmConfiguration?.Enabled ?? false).toBe(false);
		}
	});

	it("the worker's role may still take chunks from the queue", () => {
		const [policy] = propertiesOf("AWS::IAM::Policy").filter(({ Roles }) =>
			Roles[0].Ref.startsWith("PaymentWorkerRole"),
		);
		expect(JSON.stringify(policy)).toContain("sqs:ReceiveMessage");
	});

	it.each(["on", 10, null])("refuses %j", (value) => {
		expect(() => templateOf({ "canary:prod": value })).toThrow(
			'The setting "canary:prod" must be true, false or "paused"',
		);
	});
});
