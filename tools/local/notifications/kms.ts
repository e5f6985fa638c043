import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
	type AwsAnswer,
	type AwsCall,
	parse,
} from "../aws-gateway/aws-call.ts";
import { awsError, jsonAnswer } from "../aws-gateway/aws-error.ts";

/** The JSON that `GenerateMac` and `VerifyMac` send. Binary values are base64. */
interface MacBody {
	KeyId: string;
	MacAlgorithm: string;
	Message: string;
	Mac?: string;
}

/** Answers as KMS does, as far as the service uses it. The keys of all ids are derived from one secret. */
export function answerMac(
	call: AwsCall,
	secret: Uint8Array | undefined,
): AwsAnswer {
	if (!secret) return awsError(call, 400, "AccessDeniedException");
	const body = parse<MacBody>(call);
	const { KeyId, MacAlgorithm } = body;
	const mac = macOf(secret, body);
	if (call.operation === "GenerateMac")
		return jsonAnswer(200, {
			KeyId,
			MacAlgorithm,
			Mac: mac.toString("base64"),
		});
	if (call.operation !== "VerifyMac")
		return awsError(call, 400, "UnknownOperationException");
	const given = Buffer.from(body.Mac ?? "", "base64");
	const isValid = given.length === mac.length && timingSafeEqual(given, mac);
	return isValid
		? jsonAnswer(200, { KeyId, MacAlgorithm, MacValid: true })
		: awsError(call, 400, "KMSInvalidMacException");
}

function macOf(secret: Uint8Array, { KeyId, Message }: MacBody): Buffer {
	const key = createHmac("sha256", secret).update(KeyId).digest();
	return createHmac("sha256", key)
		.update(Buffer.from(Message, "base64"))
		.digest();
}

/** Reads the secret of a data directory, or makes one when it has none. */
export async function readMacSecret(directory: string): Promise<Uint8Array> {
	const path = join(directory, "kms.key");
	try {
		// The flag prevents that a secret is overwritten, so that links in earlier mails stay valid.
		await writeFile(path, randomBytes(32), { flag: "wx", mode: 0o600 });
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST"))
			throw error;
	}
	return readFile(path);
}
