import { randomUUID } from "node:crypto";
import { BatchExecuteStatementCommand } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import {
	BatchGetCommand,
	DynamoDBDocumentClient,
	GetCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import {
	permissions as allPermissions,
	type Permission,
	type Role,
} from "../../shared/organizations/organization.ts";
import { environment } from "./environment.ts";
import {
	organizationItems,
	type StoredItem,
	type WrittenFile,
} from "./organization-items.ts";

/** The user of the API key, and what the key may do. */
export interface TestCaller {
	role?: Role;
	permissions?: readonly Permission[];
}

/**
 * Mocks the AWS clients of all handlers in this process, until `restore`. Reads find the items of the organization;
 * every write succeeds, and changes none of them. What a test needs beyond that, it says with `dynamodb.on(…)` and
 * `sqs.on(…)` after `createOrganization`.
 */
export function mockAws() {
	const dynamodb = mockClient(DynamoDBDocumentClient);
	const sqs = mockClient(SQSClient);
	return {
		/** Every call to DynamoDB passes the document client. */
		dynamodb,
		sqs,
		/**
		 * Forgets all calls and answers, and lets the table have this organization, with an admin and an API key.
		 *
		 * @param records What an organization file has besides (`docs/organization-files.md`).
		 * @returns The API key: a new one each time, because handlers remember the caller of a key for some seconds.
		 */
		async createOrganization(
			records: Partial<WrittenFile> = {},
			{ role = "ADMIN", permissions = allPermissions }: TestCaller = {},
		): Promise<string> {
			const key = randomUUID();
			const user = { id: "u-1", name: "Asha", role };
			const items = await organizationItems({
				org: { id: "acme", features: { vendorAdvances: true } },
				...records,
				users: [user, ...(records.users ?? [])],
				apiKeys: [{ key, userId: user.id, permissions: [...permissions] }],
			});
			dynamodb.reset();
			sqs.reset();
			answerFrom(items);
			return key;
		},
		/** The names of the commands so far, in order. */
		commandNames: () =>
			[...dynamodb.calls(), ...sqs.calls()].map(
				({ args: [command] }) => command.constructor.name,
			),
		/** Gives the clients back to later tests of the process. */
		restore() {
			dynamodb.restore();
			sqs.restore();
		},
	};

	function answerFrom(items: readonly StoredItem[]) {
		const find = (key: Record<string, unknown> = {}) =>
			items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
		const { TABLE_NAME: table } = environment;
		dynamodb.resolves({});
		dynamodb.on(GetCommand).callsFake(({ Key }) => ({ Item: find(Key) }));
		dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
			Responses: {
				[table]: RequestItems[table].Keys.flatMap(
					(key: Record<string, unknown>) => find(key) ?? [],
				),
			},
		}));
		dynamodb.on(BatchExecuteStatementCommand).callsFake(({ Statements }) => ({
			Responses: Statements.map(() => ({})),
		}));
		sqs.resolves({});
	}
}
