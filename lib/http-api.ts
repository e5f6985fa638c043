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

/** An HTTP method and a path, as in `POST /v1.0/payment/mark-as-paid`. */
export type Route = `${keyof typeof HttpMethod} /${string}`;

/** The API that callers see: each route is answered by one function, as the gateway's payload 2.0. */
export function httpApi(
	scope: Construct,
	routes: { route: Route; handler: IFunction }[],
): HttpApi {
	const api = new HttpApi(scope, "Api", { createDefaultStage: false });
	for (const { route, handler } of routes) {
		const [method, path] = route.split(" ") as [HttpMethod, `/${string}`];
		const integration = new HttpLambdaIntegration("Integration", handler);
		api.addRoutes({ path, methods: [method], integration });
	}
	new HttpStage(scope, "DefaultStage", {
		httpApi: api,
		stageName: "$default",
		autoDeploy: true,
		throttle: { rateLimit: 500, burstLimit: 1000 },
		accessLogSettings: {
			destination: new LogGroupLogDestination(accessLogs(scope)),
			format: accessLogFormat(),
		},
	});
	Validations.of(api).acknowledge({
		id: "AwsSolutions::AwsSolutions-APIG4",
		reason:
			"The functions authenticate by API key themselves: the spec's 401 and 403 answers have bodies that an authorizer of the gateway cannot give.",
	});
	return api;
}

function accessLogs(scope: Construct): LogGroup {
	return new LogGroup(scope, "AccessLogs", {
		retention: RetentionDays.THREE_MONTHS,
	});
}

/** Who asked for what, when, and how it went; no header and no query string, so no key. */
function accessLogFormat(): AccessLogFormat {
	const fields = [
		"requestId",
		"requestTime",
		"routeKey",
		"status",
		"responseLatency",
		"responseLength",
		"integrationErrorMessage",
		"identity.sourceIp",
		"identity.userAgent",
	];
	return AccessLogFormat.custom(
		JSON.stringify(
			Object.fromEntries(fields.map((field) => [field, `$context.${field}`])),
		),
	);
}
