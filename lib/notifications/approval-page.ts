import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type IKey, Key, KeySpec, KeyUsage } from "aws-cdk-lib/aws-kms";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { serviceFunction } from "../service-function.ts";
import type { NotificationSettings } from "./settings.ts";

/** The page on which approvers decide from their mails, and the key of its links. */
export interface ApprovalPage {
	handler: LambdaFunction;
	key: IKey;
}

/** Creates the page (A9); undefined for a stage that sends no mails. */
export function approvalPage(
	stack: Stack,
	{
		table,
		settings: { sender, approvalKey },
	}: { table: Table; settings: NotificationSettings },
): ApprovalPage | undefined {
	if (sender === undefined) return undefined;
	const key = linkKey(stack, approvalKey);
	const handler = serviceFunction(stack, {
		name: "approval-page",
		table,
		tableActions: [
			"BatchGetItem", // the approver and what they are asked, the vendor
			"GetItem", // an earlier round's approval, a history entry
			"Query", // the payment request with its approvals, its history
			"PutItem", // history, entries of inboxes
			"UpdateItem", // the payment request, approvals, orders
			"DeleteItem", // entries of inboxes
			"ConditionCheckItem", // an order that was not read as linked
		],
		environment: { LINK_KEY_ID: key.keyArn },
	});
	handler.addToRolePolicy(
		new PolicyStatement({
			actions: ["kms:VerifyMac"],
			resources: [key.keyArn],
		}),
	);
	return { handler, key };
}

/**
 * KMS does not rotate HMAC keys, so that a stage asks for another key by another number. A key that is no longer used is
 * deleted after a week, and only links are lost with it.
 */
const linkKey = (stack: Stack, number: number): IKey =>
	new Key(
		stack,
		number === 1 ? "ApprovalLinkKey" : `ApprovalLinkKey${number}`,
		{
			description: `${stack.stackName}: authenticates the links in mails to approvers`,
			keySpec: KeySpec.HMAC_256,
			keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
			removalPolicy: RemovalPolicy.DESTROY,
			pendingWindow: Duration.days(7),
		},
	);
