import { join } from "node:path";
import {
	EventBridgeClient,
	PutRuleCommand,
	PutTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import {
	PutSecretValueCommand,
	SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { CreateEmailIdentityCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import {
	CreateQueueCommand,
	GetQueueAttributesCommand,
	ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { type MutableToken, OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ProcurementPaymentsClient } from "../../../client/src/index.ts";
import { demoOrganizationFile } from "../../../tools/local/demo-organization.ts";
import { consoleHeaders, openBrowser } from "../../support/console/browser.ts";
import {
	asOperator,
	deploy,
	describeStack,
	folder,
	sqs,
	synthesize,
} from "./deploy.ts";

const stack = "ProcurementPayments-full";
const url = "https://api.example.com";
const store = ["--stack", stack];

interface TokenRequest {
	body: Record<string, unknown>;
}

const client = (apiKey: string) =>
	new ProcurementPaymentsClient({ url, apiKey });

let issuer: OAuth2Server;
let outputs: Record<string, string>;
let eventQueue: string;
beforeAll(async () => {
	issuer = new OAuth2Server(
		join(folder(), "key.pem"),
		join(folder(), "cert.pem"),
	);
	await issuer.issuer.keys.generate("RS256");
	await issuer.start(0, "localhost");
	const release = await synthesize("full", {
		commit: "4444444",
		settings: {
			throttle: {
				"POST /v1.0/payment/mark-as-paid": { rate: 200, burst: 400 },
			},
			workers: 5,
			logRetention: 30,
			domain: "api.example.com",
			certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1",
			domainOnly: true,
			keyRequestsPerSecond: 1_000,
			alarmEmail: "oncall@example.com",
			mailSender: "approvals@example.com",
			approvalUrl: url,
			approvalKey: 2,
			events: true,
			eventFeed: true,
			signIn: { issuer: issuer.issuer.url, clientId: "console" },
			reservedConcurrency: true,
			canary: true,
			tracing: true,
		},
	});
	await deploy(release);
	({ outputs } = await describeStack(stack));
	eventQueue = await sendEventsToQueue();
	await permitMails();
	await asOperator("org", "import", demoOrganizationFile, ...store, "--yes");
});
afterAll(() => issuer.stop());

/** As `docs/events.md` says, the sender is verified. */
async function permitMails() {
	const ses = new SESv2Client({});
	const sender = { EmailIdentity: "approvals@example.com" };
	await ses.send(new CreateEmailIdentityCommand(sender));
}

/** @returns The address of a queue with everything that the service puts on its bus from now on. */
async function sendEventsToQueue(): Promise<string> {
	const { QueueUrl = "" } = await sqs.send(
		new CreateQueueCommand({ QueueName: "all-events" }),
	);
	const { Attributes } = await sqs.send(
		new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }),
	);
	const events = new EventBridgeClient({});
	const rule = { EventBusName: outputs.EventBusName };
	const EventPattern = JSON.stringify({ source: ["procurement-payments"] });
	await events.send(new PutRuleCommand({ ...rule, Name: "all", EventPattern }));
	await events.send(
		new PutTargetsCommand({
			...rule,
			Rule: "all",
			Targets: [{ Id: "queue", Arn: Attributes?.QueueArn }],
		}),
	);
	return QueueUrl;
}

it("with every setting, the smoke test passes over the stage's domain, its only address", async () => {
	expect(await asOperator("smoke", ...store, "--url", url)).toMatch(
		/^All \d+ checks passed$/m,
	);
});

it("a payment comes over the stream into the event feed and onto the bus", async () => {
	await client("demo-admin-key").markAsPaid([{ slug: "inv-1004", amount: 1 }]);
	await expect.poll(fedTypes).toContain("Invoice Paid");
	const arrived: (string | undefined)[] = [];
	await expect
		.poll(async () => {
			const { Messages = [] } = await sqs.send(
				new ReceiveMessageCommand({
					QueueUrl: eventQueue,
					MaxNumberOfMessages: 10,
				}),
			);
			arrived.push(
				...Messages.map(({ Body = "" }) => JSON.parse(Body)["detail-type"]),
			);
			return arrived;
		})
		.toContain("Invoice Paid");
});

async function fedTypes() {
	const types: string[] = [];
	for await (const { items } of client("demo-admin-key").listEvents())
		types.push(...items.map(({ type }) => type));
	return types;
}

it("an approver gets a mail, whose link opens the approval page", async () => {
	await client("demo-bookkeeper-key").createVendorAdvance({
		amount: 150_000,
		vendorId: "v-steel",
		narration: "Half of the steel",
		purchaseOrderLinkId: "po-large",
		tags: { "cost-centre": { value: 7 } },
	});
	await expect.poll(mailsTo("divya@demo.example")).toHaveLength(1);
	const [mail = ""] = await mailsTo("divya@demo.example")();
	const [link = ""] = /https:\/\/api\.example\.com\/\S+/.exec(mail) ?? [];
	const page = await fetch(link);
	expect(page.status).toBe(200);
	expect(await page.text()).toContain("<!doctype html>");
});

/** The texts of the mails that somebody got. */
const mailsTo = (address: string) => async (): Promise<string[]> => {
	const { AWS_ENDPOINT_URL } = process.env;
	const response = await fetch(`${AWS_ENDPOINT_URL}/_ministack/ses/messages`);
	const { messages } = JSON.parse(await response.text());
	return Object.values<{ To: string[]; BodyText: string }[]>(messages)
		.flat()
		.filter(({ To }) => To.includes(address))
		.map(({ BodyText }) => BodyText);
};

it("a person signs in to the console at the company's issuer, whose client has a secret", async () => {
	await new SecretsManagerClient({}).send(
		new PutSecretValueCommand({
			SecretId: outputs.SignInSecretArn,
			SecretString: "hush",
		}),
	);
	issuer.service.on("beforeTokenSigning", ({ payload }: MutableToken) => {
		const email = "gita@demo.example";
		Object.assign(payload, { sub: "1", email, email_verified: true });
	});
	const sent = new Set<unknown>();
	issuer.service.on("beforeResponse", (_, { body }: TokenRequest) => {
		sent.add(body.client_secret);
	});
	const browser = openBrowser();
	const opened = await browser.visit(`${url}/console/sign-in`);
	expect(opened).toMatchObject({ status: 200, url: `${url}/console` });
	expect([...sent]).toEqual(["hush"]);
	const [script] = /\/console\/[^"]+\.js/.exec(opened.text) ?? [];
	expect(await browser.request(`${url}${script}`)).toMatchObject({
		status: 200,
	});
	const organization = await browser.request(`${url}/v1.0/organization`, {
		headers: consoleHeaders("demo"),
	});
	expect(JSON.parse(organization.text)).toMatchObject({
		data: { id: "demo" },
	});
});
