import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import {
	consoleHeaders,
	openBrowser,
	type Visited,
} from "../../support/console/browser.ts";
import { runProgram } from "../run-program.ts";
import {
	asOperator,
	deploy,
	describeStack,
	destroy,
	synthesize,
} from "./deploy.ts";

const stack = "ProcurementPayments-dev-cognito";
const email = "gita@demo.example";
const browser = openBrowser();

it("people sign in to the console with the stack's user pool of Cognito; the stage of development is deleted with its data", async () => {
	const release = await synthesize("dev-cognito", {
		commit: "5555555",
		settings: { signIn: "cognito" },
	});
	await deploy(release);
	const { ApiUrl, SignInPoolId, TableName } = (await describeStack(stack))
		.outputs;
	await asOperator("org", "import", demoOrganizationFile, "--stack", stack);
	await invite(`${SignInPoolId}`);

	const signIn = await browser.visit(`${ApiUrl}/console/sign-in`);
	const first = { username: email, password: temporaryPassword };
	const change = await submit(signIn, first);
	const chosen = { new_password: password, confirm_password: password };
	const opened = await submit(change, chosen);
	expect(opened).toMatchObject({ status: 200, url: `${ApiUrl}/console` });
	const organization = await browser.request(`${ApiUrl}/v1.0/organization`, {
		headers: consoleHeaders("demo"),
	});
	expect(JSON.parse(organization.text)).toMatchObject({
		data: { id: "demo" },
	});

	await destroy(release);
	const table = new DynamoDBClient({}).send(
		new DescribeTableCommand({ TableName }),
	);
	await expect(table).rejects.toThrow(/not found/i);
});

const temporaryPassword = "Temporary-password-1";
const password = "Another-password-2";

/** As the guide to a deployment does with AWS's command line. */
const invite = (pool: string) =>
	runProgram(
		`${process.env.EMULATOR_PYTHON}`,
		[
			"-c",
			`
import boto3, sys
pool, email, password = sys.argv[1:]
boto3.client("cognito-idp").admin_create_user(
    UserPoolId=pool, Username=email, TemporaryPassword=password,
    UserAttributes=[{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}],
)`,
			...[pool, email, temporaryPassword],
		],
		{ isQuiet: true },
	);

/** Sends the form of a page of Cognito, with its hidden fields. */
function submit(page: Visited, fields: Record<string, string>) {
	const hidden = page.text.matchAll(
		/type="hidden" name="(\w+)" value="(.*?)"/g,
	);
	const body = new URLSearchParams(fields);
	for (const [, name = "", value = ""] of hidden)
		body.set(name, value.replaceAll("&amp;", "&"));
	return browser.visit(new URL("/login", page.url).href, {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: body.toString(),
	});
}
