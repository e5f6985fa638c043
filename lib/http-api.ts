import { Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
	type CfnStage,
	type DomainName,
	HttpApi,
	HttpMethod,
	HttpStage,
	LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { type ILogGroup, LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { ownDomain } from "./domain.ts";
import {
	defaultRoute,
	type StageSettings,
	type Throttle,
} from "./stage-settings.ts";
import { uniquePart } from "./unique-part.ts";

export interface Route {
	method: keyof typeof HttpMethod;
	path: string;
	/** The limit unless the stage sets another. When absent, the limit of all routes applies, or that of all GET routes. */
	throttle?: Throttle;
}

/** A function, and the routes that lead to it. */
export interface RoutedFunction {
	handler: IFunction;
	routes: readonly Route[];
}

/**
 * The API that integrators call: each route invokes its function, with events of payload format 2.0. It is named after
 * the stack, so that one can tell the stages of an account apart in the console.
 */
export function httpApi(
	scope: Construct,
	functions: readonly RoutedFunction[],
	{ throttle, domain }: Pick<StageSettings, "throttle" | "domain">,
): { api: HttpApi; accessLogs: ILogGroup } {
	const stack = Stack.of(scope);
	const { stackName } = stack;
	const accessLogs = new LogGroup(scope, "AccessLogs", {
		// With another name, API Gateway adds the group to a policy of the account, which is full after some ten stages.
		// The logs of an earlier stack are kept under its own name.
		logGroupName: `/aws/vendedlogs/${stackName}-AccessLogs-${uniquePart(stack)}`,
	});
	const api = new HttpApi(scope, "Api", {
		apiName: stackName,
		createDefaultStage: false,
		...(domain?.isOnlyAddress && { disableExecuteApiEndpoint: true }),
	});
	const routes = functions.flatMap(({ handler, routes }) => {
		const integration = new HttpLambdaIntegration("Integration", handler);
		return routes.flatMap(({ method, path }) =>
			api.addRoutes({ path, methods: [HttpMethod[method]], integration }),
		);
	});
	const stage = addDefaultStage(scope, {
		api,
		accessLogs,
		throttle,
		domain: domain && ownDomain(scope, domain),
	});
	throttleRoutes(stage, functions, throttle);
	// CloudFormation refuses settings of a route that does not exist yet.
	stage.node.addDependency(...routes);
	Validations.of(api).acknowledge({
		id: "AwsSolutions::AwsSolutions-APIG4",
		reason:
			"The functions check the API key: an authorizer of the gateway cannot answer with the bodies of the spec's section 7.1.",
	});
	return { api, accessLogs };
}

/** The stage is `$default`, so that paths have no stage prefix. */
function addDefaultStage(
	scope: Construct,
	{
		api,
		accessLogs,
		throttle,
		domain,
	}: {
		api: HttpApi;
		accessLogs: ILogGroup;
		throttle: StageSettings["throttle"];
		domain: DomainName | undefined;
	},
): HttpStage {
	const { rate, burst } = throttle.get(defaultRoute) ?? defaultThrottle;
	return new HttpStage(scope, "DefaultStage", {
		httpApi: api,
		stageName: "$default",
		autoDeploy: true,
		...(domain && { domainMapping: { domainName: domain } }),
		// The limits bound the cost of a caller that loops: the gateway answers 429.
		throttle: { rateLimit: rate, burstLimit: burst },
		accessLogSettings: {
			destination: new LogGroupLogDestination(accessLogs),
			format: AccessLogFormat.custom(JSON.stringify(accessLogEntry)),
		},
	});
}

/** Each GET route has a limit of its own, so that reads never use up the payments' share. */
function throttleRoutes(
	stage: HttpStage,
	functions: readonly RoutedFunction[],
	throttle: StageSettings["throttle"],
) {
	const settings = functions
		.flatMap(({ routes }) => routes)
		.flatMap(({ method, path, throttle: own }) => {
			const route = `${method} ${path}`;
			const usual = own ?? (method === "GET" ? readThrottle : undefined);
			const limit = throttle.get(route) ?? usual;
			return limit ? [[route, toRouteSettings(limit)]] : [];
		});
	// The CDK's construct has no settings for single routes.
	const cfnStage = stage.node.defaultChild as CfnStage;
	cfnStage.routeSettings = Object.fromEntries(settings);
}

const defaultThrottle: Throttle = { rate: 500, burst: 1000 };
const readThrottle: Throttle = { rate: 100, burst: 200 };

const toRouteSettings = ({ rate, burst }: Throttle) => ({
	ThrottlingRateLimit: rate,
	ThrottlingBurstLimit: burst,
});

/**
 * An entry contains no input of the caller, since headers, queries and paths may contain an API key. It does not contain
 * the deployed version either: each deployment would then write the stage again, and lift the limits that an operator
 * has set on it to hold the API.
 */
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
