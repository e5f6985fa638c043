import { Validations } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import {
	LambdaApplication,
	LambdaDeploymentConfig,
	LambdaDeploymentGroup,
} from "aws-cdk-lib/aws-codedeploy";
import {
	type IRole,
	ManagedPolicy,
	Role,
	ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
	Alias,
	type IFunction,
	type IVersion,
	type Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/** Returns what is invoked in place of a function, such as the alias of a canary. */
export type Release = (id: string, of: LambdaFunction) => IFunction;

/** Without a canary, a deployment replaces each function at once. */
export const atOnce: Release = (_, of) => of;

/**
 * Alarms that a new version may cause. The last two take longer than a deployment to go off, so that they can only keep
 * one from starting.
 */
const rollingBack = [
	"ApiServerErrors",
	"WorkerFailures",
	"DeadLetters",
	"BatchStalled",
];

/**
 * A deployment first sends a tenth of the invocations to the new version of a function, and all of them after five
 * minutes. An alarm sends all of them back to the former version, and CloudFormation then rolls the stack back.
 */
export class Canary {
	readonly #scope: Construct;
	readonly #aliases: { id: string; alias: Alias }[] = [];

	constructor(scope: Construct) {
		this.#scope = scope;
	}

	readonly release: Release = (id, of) => {
		const alias = new Alias(this.#scope, `${id}Alias`, {
			aliasName: "live",
			// Unchecked cast: the CDK's classes are not compiled with exactOptionalPropertyTypes.
			version: of.currentVersion as IVersion,
		});
		this.#aliases.push({ id, alias });
		return alias as IFunction;
	};

	/** @param isPaused Replaces all functions at once, whatever alarms are on: for a version that ends an alarm. */
	deploy(alarms: readonly Alarm[], isPaused: boolean) {
		const application = new LambdaApplication(this.#scope, "Releases");
		const role = this.#role();
		const watched = alarms.filter(({ node }) =>
			rollingBack.some((id) => node.id === `${id}Alarm`),
		);
		for (const { id, alias } of this.#aliases) {
			const group = new LambdaDeploymentGroup(this.#scope, `${id}Release`, {
				application,
				alias,
				role,
				deploymentConfig: isPaused
					? LambdaDeploymentConfig.ALL_AT_ONCE
					: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
				alarms: isPaused ? [] : watched,
			});
			// CloudFormation would otherwise be free to move the alias before its group is paused.
			alias.node.addDependency(group);
		}
	}

	/** All groups share this role without changing it: each would otherwise add AWS's policy to it once more. */
	#role(): IRole {
		const name = "AWSCodeDeployRoleForLambdaLimited";
		const role = new Role(this.#scope, "ReleaseRole", {
			assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
			managedPolicies: [
				ManagedPolicy.fromAwsManagedPolicyName(`service-role/${name}`),
			],
		});
		Validations.of(role).acknowledge({
			id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${name}]`,
			reason: "AWS keeps it in step with what CodeDeploy calls.",
		});
		return role.withoutPolicyUpdates();
	}
}
