import {
	GenerateMacCommand,
	KMSClient,
	type MacAlgorithmSpec,
	VerifyMacCommand,
} from "@aws-sdk/client-kms";
import type { AwsConnection } from "../environment/aws-connection.ts";
import { countAwsCalls, lastStep } from "../logging/activity.ts";
import { callTimeouts } from "./call-timeouts.ts";
import { withoutContents } from "./without-contents.ts";

/** The key that authenticates the links in mails. It never leaves KMS. */
export interface LinkKeyConnection extends AwsConnection {
	/** ARN */
	keyId: string;
}

/** Makes the MAC of a message, always the same one. @throws When KMS does not. */
export type GenerateMac = (message: Uint8Array) => Promise<Uint8Array>;

/** Is it the MAC of the message? @throws When KMS does not say. */
export type VerifyMac = (
	message: Uint8Array,
	mac: Uint8Array,
) => Promise<boolean>;

export function connectGenerateMac(connection: LinkKeyConnection): GenerateMac {
	const { client, key } = connect(connection);
	return async (message) => {
		try {
			const command = new GenerateMacCommand({ ...key, Message: message });
			const { Mac } = await client.send(command);
			if (Mac) return Mac;
		} catch (error) {
			throw withoutContents("KMS did not make a MAC", error);
		}
		throw new Error("KMS answered without a MAC");
	};
}

export function connectVerifyMac(connection: LinkKeyConnection): VerifyMac {
	const { client, key } = connect(connection);
	return async (message, mac) => {
		try {
			const command = { ...key, Message: message, Mac: mac };
			const answer = await client.send(new VerifyMacCommand(command));
			return answer.MacValid === true;
		} catch (error) {
			if (error instanceof Error && error.name === "KMSInvalidMacException")
				return false;
			throw withoutContents("KMS did not verify a MAC", error);
		}
	};
}

const MacAlgorithm: MacAlgorithmSpec = "HMAC_SHA_256";

function connect({ keyId: KeyId, ...connection }: LinkKeyConnection) {
	const client = new KMSClient({
		...connection,
		// The time of a request is enough for three attempts.
		requestHandler: { ...callTimeouts, requestTimeout: 2_500 },
	});
	client.middlewareStack.add(countAwsCalls, lastStep);
	return { client, key: { KeyId, MacAlgorithm } };
}
