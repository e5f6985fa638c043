import { Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
	type CfnStage,
	HttpApi,
	HttpMethod,
	HttpStage,
	LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { type ILogGroup, LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";

/** A function, and the routes that lead to it. */
export interface RoutedFunction {
	handler: IFunction;
	routes: readonly { method: HttpMethod; path: string }[];
}

/** The API that integrators call: each route invokes its function, with events of payload format 2.0. */
export function httpApi(
	scope: Construct,
	functions: readonly RoutedFunction[],
): { api: HttpApi; accessLogs: ILogGroup } {
	const accessLogs = new LogGroup(scope, "AccessLogs", {
		retention: RetentionDays.THREE_MONTHS,
	});
	const api = new HttpApi(scope, "Api", { createDefaultStage: false });
	const routes = functions.flatMap(({ handler, routes }) => {
		const integration = new HttpLambdaIntegration("Integration", handler);
		return routes.flatMap(({ method, path }) =>
			api.addRoutes({ path, methods: [method], integration }),
		);
	});
	const stage = addDefaultStage(scope, api, accessLogs);
	throttleReads(stage, functions);
	// CloudFormation refuses settings of a route that does not exist yet.
	stage.node.addDependency(...routes);
	Validations.of(api).acknowledge({
		id: "AwsSolutions::AwsSolutions-APIG4",
		reason:
			"The functions check the API key: an authorizer of the gateway cannot answer with the bodies of the spec's section 7.1.",
	});
	return { api, accessLogs };
}

/** `$default`: paths have no stage prefix. */
function addDefaultStage(
	scope: Construct,
	api: HttpApi,
	accessLogs: ILogGroup,
): HttpStage {
	return new HttpStage(scope, "DefaultStage", {
		httpApi: api,
		stageName: "$default",
		autoDeploy: true,
		// Bounds the cost of a caller that loops; the gateway answers 429.
		throttle: { rateLimit: 500, burstLimit: 1000 },
		accessLogSettings: {
			destination: new LogGroupLogDestination(accessLogs),
			format: AccessLogFormat.custom(JSON.stringify(accessLogEntry)),
		},
	});
}

/** Each GET route has a limit of its own, so that reads never use up the payments' share. */
function throttleReads(stage: HttpStage, functions: readonly RoutedFunction[]) {
	const reads = functions
		.flatMap(({ routes }) => routes)
		.filter(({ method }) => method === HttpMethod.GET)
		.map(({ method, path }) => [`${method} ${path}`, readThrottle]);
	// The CDK's construct has no settings for single routes.
	const cfnStage = stage.node.defaultChild as CfnStage;
	cfnStage.routeSettings = Object.fromEntries(reads);
}

const readThrottle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };

/** Contains no input of the caller: headers, queries and paths may contain an API key. */
export const accessLogEntry = {
	requestId: "$context.requestId",
	// Lambda's request id, `function_request_id` in the function's log lines.
	integrationRequestId: "$context.integration.requestId",
	requestTime: "$context.requestTime",
	sourceIp: "$context.identity.sourceIp",
	routeKey: "$context.routeKey",
	status: "$context.status",
	responseLength: "$context.responseLength",
	responseLatency: "$context.responseLatency",
	integrationError: "$context.integrationErrorMessage",
};
