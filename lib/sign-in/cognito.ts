import {
	CfnOutput,
	Duration,
	RemovalPolicy,
	type Stack,
	Validations,
} from "aws-cdk-lib";
import {
	AccountRecovery,
	CfnManagedLoginBranding,
	ClientAttributes,
	FeaturePlan,
	ManagedLoginVersion,
	Mfa,
	OAuthScope,
	UserPool,
} from "aws-cdk-lib/aws-cognito";
import { uniquePart } from "../unique-part.ts";
import type { IssuerSetting } from "./settings.ts";

/**
 * A user pool of Amazon Cognito, whose people the operator invites. They sign in with their email, a password and a
 * one-time password of an authenticator app.
 *
 * @param url Where the console is.
 * @returns The client of the console. It has no secret: its codes are bound by PKCE and its redirect URI.
 */
export function cognitoClient(
	stack: Stack,
	{ url, isEphemeral }: { url: string; isEphemeral: boolean },
): IssuerSetting {
	const pool = userPool(stack, isEphemeral);
	pool.addDomain("SignInDomain", {
		// The prefix must be unique in the region, over all accounts.
		cognitoDomain: {
			domainPrefix: `procurement-payments-${uniquePart(stack)}`,
		},
		managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
	});
	const client = pool.addClient("SignInClient", {
		generateSecret: false,
		// The pages of managed login use this flow. If none were named, CloudFormation would also allow custom flows.
		authFlows: { userSrp: true },
		oAuth: {
			flows: { authorizationCodeGrant: true },
			// Without the scope `aws.cognito.signin.user.admin`, a token cannot change anything about its user.
			scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
			callbackUrls: [`${url}/console/signed-in`],
			logoutUrls: [`${url}/console/signed-out`],
		},
		preventUserExistenceErrors: true,
		readAttributes: new ClientAttributes().withStandardAttributes({
			email: true,
			emailVerified: true,
		}),
		// The email decides who a person is, so that nobody may change their own.
		writeAttributes: new ClientAttributes().withStandardAttributes({
			fullname: true,
		}),
		accessTokenValidity: Duration.minutes(5),
		idTokenValidity: Duration.minutes(5),
		refreshTokenValidity: Duration.hours(1),
	});
	// Without a style, the pages of managed login are not available.
	new CfnManagedLoginBranding(stack, "SignInStyle", {
		userPoolId: pool.userPoolId,
		clientId: client.userPoolClientId,
		useCognitoProvidedValues: true,
	});
	new CfnOutput(stack, "SignInPoolId", { value: pool.userPoolId });
	return {
		issuer: pool.userPoolProviderUrl,
		clientId: client.userPoolClientId,
	};
}

function userPool(stack: Stack, isEphemeral: boolean): UserPool {
	const pool = new UserPool(stack, "SignInPool", {
		selfSignUpEnabled: false,
		signInAliases: { email: true },
		signInCaseSensitive: false,
		mfa: Mfa.REQUIRED,
		mfaSecondFactor: { otp: true, sms: false },
		accountRecovery: AccountRecovery.EMAIL_ONLY,
		featurePlan: FeaturePlan.ESSENTIALS,
		passwordPolicy: {
			minLength: 12,
			requireDigits: true,
			requireLowercase: true,
			requireUppercase: true,
			requireSymbols: true,
			tempPasswordValidity: Duration.days(3),
		},
		deletionProtection: !isEphemeral,
		removalPolicy: isEphemeral ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
	});
	Validations.of(pool).acknowledge({
		id: "AwsSolutions::AwsSolutions-COG8",
		reason:
			"The Plus plan costs for each person and month. Here, a one-time password is required of everyone.",
	});
	return pool;
}
