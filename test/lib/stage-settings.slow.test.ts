import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { apiFunctions } from "../../lib/api-functions.ts";
import { serviceApp } from "../../lib/service-app.ts";
import { readDocument } from "../docs/markdown.ts";
import {
	signInWithIssuer,
	unbundledStack,
	withoutBundles,
} from "./unbundled-stack.ts";

const templateOf = (stage: string, context: Record<string, unknown> = {}) =>
	Template.fromStack(unbundledStack(stage, context));

const apiStage = (template: Template) =>
	Object.values(template.findResources("AWS::ApiGatewayV2::Stage"))[0]
		?.Properties;

const pay = "POST /v1.0/payment/mark-as-paid";
const read = "GET /v1.0/vendor";

describe("throttle:<stage>", () => {
	it("limits single routes, and by `default` those without a limit of their own", () => {
		const { DefaultRouteSettings, RouteSettings } = apiStage(
			templateOf("prod", {
				"throttle:prod": {
					default: { rate: 900, burst: 1_800 },
					[pay]: { rate: 40, burst: 80 },
					[read]: { rate: 300, burst: 600 },
				},
			}),
		);
		expect(DefaultRouteSettings).toMatchObject({
			ThrottlingRateLimit: 900,
			ThrottlingBurstLimit: 1_800,
		});
		expect(RouteSettings[pay]).toEqual({
			ThrottlingRateLimit: 40,
			ThrottlingBurstLimit: 80,
		});
		expect(RouteSettings[read]).toEqual({
			ThrottlingRateLimit: 300,
			ThrottlingBurstLimit: 600,
		});
		expect(RouteSettings["GET /v1.0/tag"]).toEqual({
			ThrottlingRateLimit: 100,
			ThrottlingBurstLimit: 200,
		});
	});

	it("does not concern another stage", () => {
		const context = { "throttle:prod": { [pay]: { rate: 40, burst: 80 } } };
		expect(templateOf("staging", context).toJSON()).toEqual(
			templateOf("staging").toJSON(),
		);
	});

	it.each([
		["1000", "must be an object of limits by route"],
		[[], "must be an object of limits by route"],
		[{ "POST /v1.0/vendors": { rate: 1, burst: 1 } }, "has no route"],
		[{ [pay]: 5 }, `route "${pay}", must be an object with whole numbers`],
		[{ [pay]: { rate: 5 } }, '"rate" of at least 1 and "burst" of at least 1'],
		[{ [pay]: { rate: 0, burst: 1 } }, '"rate" of at least 1'],
		[{ [pay]: { rate: "5", burst: 1 } }, '"rate" of at least 1'],
		[{ [pay]: { rate: 1.5, burst: 1 } }, '"rate" of at least 1'],
		[{ [pay]: { rate: 1, burst: 1, per: "s" } }, '"rate" of at least 1'],
	])("refuses %j, and names the setting", (value, reason) => {
		const synthesis = () => templateOf("prod", { "throttle:prod": value });
		expect(synthesis).toThrow('The setting "throttle:prod');
		expect(synthesis).toThrow(reason);
	});
});

describe("workers:<stage>", () => {
	const workersOf = (stage: string, context: Record<string, unknown>) =>
		Object.values(
			templateOf(stage, context).findResources(
				"AWS::Lambda::EventSourceMapping",
				{ Properties: { FunctionResponseTypes: ["ReportBatchItemFailures"] } },
			),
		).map(({ Properties }) => Properties.ScalingConfig.MaximumConcurrency);

	it("is how many payment workers of this stage run at once: 10 without it", () => {
		const context = { "workers:prod": 40 };
		expect(workersOf("prod", context)).toEqual([40]);
		expect(workersOf("staging", context)).toEqual([10]);
	});

	it.each([1, 1_001, 2.5, "1e1", null, {}])(
		"refuses %j, and says what Lambda takes",
		(value) => {
			expect(() => templateOf("prod", { "workers:prod": value })).toThrow(
				'The setting "workers:prod" must be a whole number from 2 to 1000',
			);
		},
	);
});

describe("domain:<stage>, certificateArn:<stage>", () => {
	const certificateArn =
		"arn:aws:acm:ap-south-1:123456789012:certificate/7e3f-1a";
	const context = {
		"domain:prod": "api.example.com",
		"certificateArn:prod": certificateArn,
	};

	it("points the domain to the API, which keeps its own address", () => {
		const template = templateOf("prod", context);
		template.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
			DomainName: "api.example.com",
			DomainNameConfigurations: [
				{ CertificateArn: certificateArn, EndpointType: "REGIONAL" },
			],
		});
		const [api] = Object.keys(template.findResources("AWS::ApiGatewayV2::Api"));
		template.hasResourceProperties("AWS::ApiGatewayV2::ApiMapping", {
			ApiId: { Ref: api },
			Stage: "$default",
			ApiMappingKey: Match.absent(),
		});
		template.hasResourceProperties("AWS::ApiGatewayV2::Api", {
			DisableExecuteApiEndpoint: Match.absent(),
		});
		template.hasOutput("DomainUrl", { Value: "https://api.example.com" });
		template.hasOutput("DomainTarget", {
			Value: {
				"Fn::GetAtt": [Match.stringLikeRegexp("Domain"), "RegionalDomainName"],
			},
		});
	});

	it("domainOnly:<stage> switches the API's own address off; the smoke test and links use the domain", () => {
		const template = templateOf("prod", {
			...context,
			"domainOnly:prod": true,
			"mailSender:prod": "a@acme.example",
		});
		template.hasResourceProperties("AWS::ApiGatewayV2::Api", {
			DisableExecuteApiEndpoint: true,
		});
		template.hasOutput("ApiUrl", { Value: "https://api.example.com" });
	});

	it("refuses domainOnly without a domain: the API would have no address", () => {
		const alone = { "domainOnly:prod": true };
		expect(() => templateOf("prod", alone)).toThrow(
			'The setting "domainOnly:prod" needs "domain:prod" too',
		);
		expect(() =>
			templateOf("prod", { "domainOnly:prod": false }),
		).not.toThrow();
	});

	it("is what links in mails begin with, unless approvalUrl says otherwise", () => {
		const urlOf = (more: Record<string, unknown>) =>
			Object.values(
				templateOf("prod", {
					...context,
					"mailSender:prod": "a@acme.example",
					...more,
				}).findResources("AWS::Lambda::Function"),
			).flatMap(
				({ Properties }) => Properties.Environment.Variables.APPROVAL_URL ?? [],
			);
		expect(urlOf({})).toEqual(["https://api.example.com"]);
		expect(urlOf({ "approvalUrl:prod": "https://pay.example.com" })).toEqual([
			"https://pay.example.com",
		]);
	});

	it.each([
		["domain", "certificateArn"],
		["certificateArn", "domain"],
	] as const)("refuses %s alone", (given, missing) => {
		const alone = { [`${given}:prod`]: context[`${given}:prod`] };
		expect(() => templateOf("prod", alone)).toThrow(
			`The setting "${given}:prod" needs "${missing}:prod" too`,
		);
	});

	it.each([
		["domain", "https://api.example.com", "must be a domain in lower case"],
		["domain", "API.example.com", "must be a domain in lower case"],
		["domain", "example", "must be a domain in lower case"],
		["domain", 5, "must be a domain in lower case"],
		["certificateArn", "7e3f-1a", "must be the ARN of a certificate of ACM"],
	])("refuses %s %j", (name, value, reason) => {
		const wrong = { ...context, [`${name}:prod`]: value };
		expect(() => templateOf("prod", wrong)).toThrow(
			`The setting "${name}:prod" ${reason}`,
		);
	});
});

describe("keyRequestsPerSecond:<stage>", () => {
	const limits = (context: Record<string, unknown>) =>
		Object.values(
			templateOf("prod", context).findResources("AWS::Lambda::Function"),
		).flatMap(
			({ Properties }) =>
				Properties.Environment.Variables.KEY_REQUESTS_PER_SECOND ?? [],
		);

	it("limits each API key at the functions with endpoints; without it there is no limit", () => {
		expect(limits({})).toEqual([]);
		expect(limits({ "keyRequestsPerSecond:prod": 20 })).toEqual(
			apiFunctions.map(() => "20"),
		);
	});

	it.each([0, 1_001, 2.5, "-1"])("refuses %j", (value) => {
		expect(() => limits({ "keyRequestsPerSecond:prod": value })).toThrow(
			'The setting "keyRequestsPerSecond:prod" must be a whole number from 1 to 1000',
		);
	});
});

describe("reservedConcurrency:<stage>", () => {
	const reserved = (context: Record<string, unknown>) =>
		Object.entries(
			templateOf("prod", context).findResources("AWS::Lambda::Function"),
		).flatMap(([id, { Properties }]) =>
			Properties.ReservedConcurrentExecutions === undefined
				? []
				: [[id.slice(0, 12), Properties.ReservedConcurrentExecutions]],
		);

	it("is off by default, because a new account cannot reserve any; if it is on, the workers and the sweeper have their own", () => {
		expect(reserved({})).toEqual([]);
		const context = { "reservedConcurrency:prod": true, "workers:prod": 40 };
		expect(reserved(context)).toEqual([
			["PaymentWorke", 40],
			["BatchSweeper", 2],
		]);
	});

	it("gives signing in 20 and no more, so that an issuer that hangs does not use up what the other functions need", () => {
		const settings = signInWithIssuer("prod");
		expect(reserved(settings)).toEqual([]);
		expect(
			reserved({ ...settings, "reservedConcurrency:prod": true }),
		).toContainEqual(["SignInFuncti", 20]);
	});

	it("refuses what is neither true nor false", () => {
		expect(() =>
			templateOf("prod", { "reservedConcurrency:prod": 10 }),
		).toThrow('The setting "reservedConcurrency:prod" must be true or false');
	});
});

describe("tracing:<stage>", () => {
	const traced = (context: Record<string, unknown> = {}) =>
		Object.values(
			Template.fromStack(unbundledStack("prod", context)).findResources(
				"AWS::Lambda::Function",
			),
		).map(({ Properties }) => Properties.TracingConfig?.Mode);

	it("traces every function; without it none is traced", () => {
		expect(new Set(traced({ "tracing:prod": true }))).toEqual(
			new Set(["Active"]),
		);
		expect(new Set(traced())).toEqual(new Set([undefined]));
	});

	it("follows the rules of cdk-nag", () => {
		const app = serviceApp(withoutBundles({ "tracing:prod": true }), "prod");
		expect(() => app.synth()).not.toThrow();
	});
});

it("a number of `-c` is a text: it is taken as the number", () => {
	const template = Template.fromStack(
		unbundledStack("prod", { "workers:prod": "5", "logRetention:prod": "365" }),
	);
	template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
		ScalingConfig: { MaximumConcurrency: 5 },
	});
	template.hasResourceProperties("AWS::Logs::LogGroup", {
		RetentionInDays: 365,
	});
});

describe("alarmEmail:<stage>", () => {
	it("is subscribed to the alarms; the outputs name the recipients", () => {
		const template = templateOf("prod", {
			"alarmEmail:prod": "oncall@example.com",
		});
		const [topic] = Object.keys(template.findResources("AWS::SNS::Topic"));
		template.hasResourceProperties("AWS::SNS::Subscription", {
			Protocol: "email",
			Endpoint: "oncall@example.com",
			TopicArn: { Ref: topic },
		});
		template.hasOutput("AlarmsGoTo", {
			Value: "oncall@example.com, once the mail of AWS is confirmed",
		});
		const without = templateOf("prod");
		without.resourceCountIs("AWS::SNS::Subscription", 0);
		without.hasOutput("AlarmsGoTo", {
			Value: Match.stringLikeRegexp("^no one, unless"),
		});
	});

	it.each(["On Call <oncall@example.com>", "", true])("refuses %j", (value) => {
		expect(() => templateOf("prod", { "alarmEmail:prod": value })).toThrow(
			'The setting "alarmEmail:prod" must be an address alone',
		);
	});
});

it.each(["", 5, {}])("table:<stage>: refuses %j", (value) => {
	expect(() => templateOf("prod", { "table:prod": value })).toThrow(
		'The setting "table:prod" must be the name of a table',
	);
});

it.each([
	"mailSender",
	"events",
	"Throttle:prod",
	"event:prod",
	"mailsender:prod",
])(
	"refuses the setting %s, which does not exist and would be ignored",
	(name) => {
		expect(() => templateOf("prod", { [name]: true })).toThrow(
			`The setting "${name}" is unknown: the settings are table:<stage>, `,
		);
	},
);

it("does not take the context of the CDK itself for a setting", () => {
	const context = {
		"@aws-cdk/core:x": true,
		"aws:cdk:enable-path-metadata": true,
		"availability-zones:account=1:region=x": [],
	};
	expect(() => templateOf("prod", context)).not.toThrow();
});

it("docs/guides/deploy.md: the settings that it shows are valid", () => {
	const guide = readDocument("docs/guides/deploy.md");
	const [, shown = ""] = /^```json\n(\{ "context".*?)^```$/ms.exec(guide) ?? [];
	const { context } = JSON.parse(shown);
	const { RouteSettings } = apiStage(templateOf("prod", context));
	expect(RouteSettings[pay]).toMatchObject({ ThrottlingRateLimit: 200 });
});

describe("logRetention:<stage>", () => {
	it("holds for the logs of all functions and of the API", () => {
		const template = templateOf("prod", { "logRetention:prod": 400 });
		const groups = Object.values(template.findResources("AWS::Logs::LogGroup"));
		expect(groups.length).toBeGreaterThan(10);
		for (const { Properties } of groups)
			expect(Properties).toMatchObject({ RetentionInDays: 400 });
	});

	it.each([[100], [0], ["a year"], [null]])(
		"%j: refused, with the numbers of days that CloudWatch Logs takes",
		(value) => {
			expect(() => templateOf("prod", { "logRetention:prod": value })).toThrow(
				/"logRetention:prod" must be a number of days that CloudWatch Logs takes: 1, .* 365, 400, /,
			);
		},
	);
});
