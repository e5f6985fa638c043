import { Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
	HttpApi,
	type HttpMethod,
	HttpStage,
	LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";

export interface Route {
	method: HttpMethod;
	path: string;
	handler: IFunction;
}

/** The API that integrators call: each route invokes its function, with events of payload format 2.0. */
export function httpApi(scope: Construct, routes: readonly Route[]): HttpApi {
	const api = new HttpApi(scope, "Api", { createDefaultStage: false });
	for (const { method, path, handler } of routes) {
		const integration = new HttpLambdaIntegration("Integration", handler);
		api.addRoutes({ path, methods: [method], integration });
	}
	addDefaultStage(scope, api);
	Validations.of(api).acknowledge({
		id: "AwsSolutions::AwsSolutions-APIG4",
		reason:
			"The functions check the API key: an authorizer of the gateway cannot answer with the bodies of the spec's section 7.1.",
	});
	return api;
}

/** `$default`: paths have no stage prefix. */
function addDefaultStage(scope: Construct, api: HttpApi) {
	const accessLogs = new LogGroup(scope, "AccessLogs", {
		retention: RetentionDays.THREE_MONTHS,
	});
	new HttpStage(scope, "DefaultStage", {
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

/** Nothing that a caller wrote: headers, queries and paths may contain a key. */
const accessLogEntry = {
	requestId: "$context.requestId",
	requestTime: "$context.requestTime",
	sourceIp: "$context.identity.sourceIp",
	routeKey: "$context.routeKey",
	status: "$context.status",
	responseLength: "$context.responseLength",
	responseLatency: "$context.responseLatency",
	integrationError: "$context.integrationErrorMessage",
};
