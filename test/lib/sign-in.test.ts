import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { consoleRoutes } from "../../lib/console-pages.ts";
import { signInRoutes } from "../../lib/sign-in/sign-in-routes.ts";
import {
	everySetting,
	signInWithIssuer,
	unbundledStack,
} from "./unbundled-stack.ts";

const templateOf = (settings: Record<string, unknown> = {}, stage = "prod") =>
	Template.fromStack(unbundledStack(stage, settings));

const withIssuer = signInWithIssuer("prod");
const withCognito = { "signIn:prod": "cognito" };

const routesOf = (template: Template): string[] =>
	Object.values(template.findResources("AWS::ApiGatewayV2::Route"))
		.map(({ Properties }) => Properties.RouteKey)
		.filter((route) => route.includes("/console"));

function signInFunction(template: Template) {
	const [found] = Object.entries(
		template.findResources("AWS::Lambda::Function"),
	).filter(([id]) => id.startsWith("SignInFunction"));
	return found?.[1].Properties;
}

const variablesOf = (template: Template) =>
	signInFunction(template)?.Environment.Variables;

/** A value with what is known only when it is deployed as `<…>`. */
function shown(value: unknown): string {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.map(shown).join("");
	const [[name, argument] = ["", ""]] = Object.entries(value ?? {});
	if (name === "Fn::Join") return shown(argument[1]);
	return `<${Array.isArray(argument) ? argument[1] : argument}>`;
}

describe("signIn:<stage>: console W1", () => {
	it("a stage without the setting has nothing of the console", () => {
		const settings = everySetting("prod");
		delete settings["signIn:prod"];
		const template = templateOf(settings);
		expect(routesOf(template)).toEqual([]);
		expect(signInFunction(template)).toBeUndefined();
		for (const type of [
			"AWS::SecretsManager::Secret",
			"AWS::Cognito::UserPool",
		])
			template.resourceCountIs(type, 0);
		expect(Object.keys(template.findOutputs("*")).join()).not.toMatch(
			/SignIn|Console/,
		);
	});

	it.each([
		["an issuer", withIssuer],
		["Cognito", withCognito],
	])(
		"with %s, the routes of the console are there, those of signing in with limits of their own",
		(_, settings) => {
			const template = templateOf(settings);
			const routes = [...signInRoutes, ...consoleRoutes];
			expect(routesOf(template).sort()).toEqual(
				routes.map(({ method, path }) => `${method} ${path}`).sort(),
			);
			const [stage] = Object.values(
				template.findResources("AWS::ApiGatewayV2::Stage"),
			);
			for (const { method, path } of signInRoutes)
				expect(stage?.Properties.RouteSettings).toMatchObject({
					[`${method} ${path}`]: {
						ThrottlingRateLimit: 20,
						ThrottlingBurstLimit: 40,
					},
				});
		},
	);

	it("the function knows the issuer, the client and the redirect URI, which is at the API's own address", () => {
		const { SIGN_IN } = variablesOf(templateOf(withIssuer));
		expect(JSON.parse(shown(SIGN_IN))).toEqual({
			issuer: "https://login.acme.example",
			clientId: "console",
			redirectUri: "<ApiEndpoint>/console/signed-in",
		});
	});

	it("the redirect URI is at the stage's domain, if it has one; the function knows the domains of Google", () => {
		const issuer = "https://accounts.google.com";
		const client = { issuer, clientId: "c", domains: ["acme.example"] };
		const template = templateOf({
			...everySetting("prod"),
			"signIn:prod": client,
		});
		const redirectUri = "https://api.acme.example/console/signed-in";
		expect(JSON.parse(shown(variablesOf(template).SIGN_IN))).toEqual({
			...client,
			redirectUri,
		});
		template.hasOutput("SignInRedirectUri", { Value: redirectUri });
		template.hasOutput("ConsoleUrl", {
			Value: "https://api.acme.example/console",
		});
	});

	it("with an issuer, the function alone may read the client's secret, which the template leaves empty", () => {
		const template = templateOf(withIssuer);
		const [[secret, { Properties }] = ["", { Properties: {} }]] =
			Object.entries(template.findResources("AWS::SecretsManager::Secret"));
		expect(Properties).not.toHaveProperty("SecretString");
		expect(Properties).not.toHaveProperty("GenerateSecretString");
		// The operator's policies name it so.
		expect(shown(Properties.Name)).toMatch(/^ProcurementPayments-prod-SignIn-/);
		expect(variablesOf(template).SIGN_IN_SECRET_ARN).toEqual({ Ref: secret });
		const readers = Object.values(
			template.findResources("AWS::IAM::Policy"),
		).filter((policy) => JSON.stringify(policy).includes("secretsmanager"));
		expect(readers).toHaveLength(1);
		expect(readers[0]?.Properties.Roles).toEqual([
			{ Ref: signInFunction(template)?.Role["Fn::GetAtt"][0] },
		]);
		expect(readers[0]?.Properties.PolicyDocument.Statement).toContainEqual({
			Effect: "Allow",
			Action: "secretsmanager:GetSecretValue",
			Resource: { Ref: secret },
		});
	});
});

it("the function of signing in, which waits for others, is ended after 15 seconds", () => {
	expect(signInFunction(templateOf(withIssuer))).toMatchObject({ Timeout: 15 });
});

it("the function of signing in writes sessions and accounts of persons, and nothing else: anyone can call it", () => {
	const template = templateOf(withIssuer);
	const [Ref] = signInFunction(template)?.Role["Fn::GetAtt"] ?? [];
	template.hasResourceProperties("AWS::IAM::Policy", {
		Roles: [{ Ref }],
		PolicyDocument: {
			Statement: Match.arrayWith([
				Match.objectLike({
					Effect: "Deny",
					Action: [
						"dynamodb:DeleteItem",
						"dynamodb:PutItem",
						"dynamodb:UpdateItem",
					],
					Condition: {
						"ForAnyValue:StringNotLike": {
							"dynamodb:LeadingKeys": ["PERSON#*", "SESSION#*"],
						},
					},
				}),
			]),
		},
	});
});

describe("signIn:<stage>: cognito", () => {
	const template = templateOf(withCognito);

	it("makes a pool whose people are invited, sign in with email, password and a one-time password, and outlive the stack", () => {
		template.hasResource("AWS::Cognito::UserPool", {
			DeletionPolicy: "Retain",
			Properties: {
				AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
				UsernameAttributes: ["email"],
				UsernameConfiguration: { CaseSensitive: false },
				MfaConfiguration: "ON",
				EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
				DeletionProtection: "ACTIVE",
				UserPoolTier: "ESSENTIALS",
			},
		});
		templateOf({ "signIn:dev": "cognito" }, "dev").hasResource(
			"AWS::Cognito::UserPool",
			{ DeletionPolicy: "Delete" },
		);
	});

	it("the client takes codes for the redirect URI only, and lets nobody write their own email", () => {
		const [client] = Object.values(
			template.findResources("AWS::Cognito::UserPoolClient"),
		);
		const { Properties } = client ?? {};
		expect(Properties).toMatchObject({
			AllowedOAuthFlows: ["code"],
			AllowedOAuthScopes: ["openid", "email"],
			ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
			GenerateSecret: false,
			WriteAttributes: ["name"],
			PreventUserExistenceErrors: "ENABLED",
			SupportedIdentityProviders: ["COGNITO"],
		});
		expect(Properties.CallbackURLs.map(shown)).toEqual([
			"<ApiEndpoint>/console/signed-in",
		]);
		expect(Properties.LogoutURLs.map(shown)).toEqual([
			"<ApiEndpoint>/console/signed-out",
		]);
	});

	it("has the pages of managed login, at an address that no other stack has", () => {
		template.hasResourceProperties("AWS::Cognito::UserPoolDomain", {
			ManagedLoginVersion: 2,
			Domain: Match.objectLike({
				"Fn::Join": ["", Match.arrayWith(["procurement-payments-"])],
			}),
		});
		template.hasResourceProperties("AWS::Cognito::ManagedLoginBranding", {
			UseCognitoProvidedValues: true,
		});
	});

	it("the function knows the pool as the issuer, and needs no secret", () => {
		const { SIGN_IN, SIGN_IN_SECRET_ARN } = variablesOf(template);
		const [client] = Object.keys(
			template.findResources("AWS::Cognito::UserPoolClient"),
		);
		expect(JSON.parse(shown(SIGN_IN))).toEqual({
			issuer: "<ProviderURL>",
			clientId: `<${client}>`,
			redirectUri: "<ApiEndpoint>/console/signed-in",
		});
		expect(SIGN_IN_SECRET_ARN).toBeUndefined();
		template.resourceCountIs("AWS::SecretsManager::Secret", 0);
	});
});

describe("signIn:<stage>: what is refused, with the name of the setting", () => {
	const client = { issuer: "https://login.acme.example", clientId: "c" };
	const noAddress = 'has an "issuer" that is no https:// address';
	const manyTenants = 'has an "issuer" of many tenants';

	it.each<[unknown, string]>([
		["Cognito", 'must be "cognito", or an object'],
		[[], 'must be "cognito", or an object'],
		[{ clientId: "c" }, 'must be "cognito", or an object'],
		[{ ...client, clientId: "" }, 'must be "cognito", or an object'],
		[{ ...client, clientID: "c" }, 'has an unknown "clientID"'],
		[{ ...client, issuer: "http://login.acme.example" }, noAddress],
		[{ ...client, issuer: "login.acme.example" }, noAddress],
		[{ ...client, issuer: "https://a@login.acme.example" }, noAddress],
		[{ ...client, issuer: "https://login.acme.example?a=1" }, noAddress],
		[{ ...client, issuer: "https://login.acme.example#a" }, noAddress],
		...["common", "organizations", "consumers", "{tenantid}"].map(
			(tenant): [unknown, string] => [
				{
					...client,
					issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
				},
				manyTenants,
			],
		),
		[
			{ ...client, issuer: "https://accounts.google.com" },
			'needs "domains" for Google',
		],
		[{ ...client, domains: [] }, 'has "domains" that are no list of domains'],
		[
			{ ...client, domains: ["Acme.example"] },
			'has "domains" that are no list of domains',
		],
	])("%j", (value, reason) => {
		const synthesis = () => templateOf({ "signIn:prod": value });
		expect(synthesis).toThrow(`The setting "signIn:prod" ${reason}`);
	});
});
