import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createServer } from "node:tls";
import { pathToFileURL } from "node:url";
import { generate } from "selfsigned";
import { freePort } from "../../../tools/local/free-port.ts";
import { projectRoot } from "../../docs/markdown.ts";

export interface Emulator extends AsyncDisposable {
	/** The environment of programs that use it as AWS, with the profiles `deployer` and `operator`. */
	env: Record<string, string>;
}

/** What the certificate is for; the names lead to the emulator (`preload.ts`). */
const names = [
	"localhost",
	"api.example.com",
	"*.execute-api.localhost",
	"cognito-idp.us-east-1.amazonaws.com",
	"*.auth.us-east-1.amazoncognito.com",
];

/**
 * Starts MiniStack with IAM enforced. A front ends TLS for the API, the console and Cognito. The APIs of AWS are called
 * without TLS, since handshakes would take most of the machine.
 *
 * @param python Of the environment in which MiniStack is installed.
 * @param folder For its files and its log, `emulator.log`.
 */
export async function startEmulator(
	python: string,
	folder: string,
): Promise<Emulator> {
	const certificate = await makeCertificate(folder);
	const port = await freePort();
	const front = createServer(certificate, (client) => {
		const emulator = connect(port, "127.0.0.1");
		client.pipe(emulator).pipe(client);
		client.on("error", () => emulator.destroy());
		emulator.on("error", () => client.destroy());
	}).listen(0, "127.0.0.1");
	await once(front, "listening");
	const address = front.address();
	const frontPort = `${typeof address === "object" && address?.port}`;
	const common = {
		AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
		NODE_EXTRA_CA_CERTS: certificate.path,
		EMULATOR_PORT: frontPort,
		NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "preload.ts"))}`,
	};
	const log = openSync(join(folder, "emulator.log"), "a");
	const child = spawn(
		python,
		[join(import.meta.dirname, "gaps.py"), `${port}`],
		{
			stdio: ["pipe", log, log],
			env: {
				...common,
				// The functions run on the Node.js of the project.
				PATH: `${join(projectRoot, "node_modules/node/bin")}${delimiter}${process.env.PATH}`,
				TMPDIR: folder,
				AUTH: "true",
				USE_SSL: "1",
				MINISTACK_SSL_CERT: certificate.path,
				MINISTACK_SSL_KEY: certificate.keyPath,
				GATEWAY_PORT: frontPort,
				IOT_MTLS_ENABLED: "0",
				SFTP_ENABLED: "0",
			},
		},
	);
	const exited = once(child, "exit");
	const stop = async () => {
		child.kill();
		await exited;
		front.close();
	};
	while (!(await isUp(port)) && child.exitCode === null)
		await Promise.race([setTimeout(100), exited]);
	if (child.exitCode !== null) {
		await stop();
		throw new Error(`MiniStack did not start: see ${folder}/emulator.log`);
	}
	return {
		env: {
			...common,
			...writeProfiles(folder),
			AWS_REGION: "us-east-1",
			AWS_DEFAULT_REGION: "us-east-1",
		},
		[Symbol.asyncDispose]: stop,
	};
}

const isUp = (port: number) =>
	fetch(`http://127.0.0.1:${port}/_ministack/health`).then(
		({ ok }) => ok,
		() => false,
	);

async function makeCertificate(folder: string) {
	const { private: key, cert } = await generate(
		[{ name: "commonName", value: "emulator" }],
		{
			algorithm: "sha256",
			extensions: [
				{ name: "basicConstraints", cA: true },
				{
					name: "subjectAltName",
					altNames: [
						...names.map((value) => ({ type: 2 as const, value })),
						{ type: 7 as const, ip: "127.0.0.1" },
					],
				},
			],
		},
	);
	const [path, keyPath] = [join(folder, "cert.pem"), join(folder, "key.pem")];
	writeFileSync(path, cert);
	writeFileSync(keyPath, key);
	return { key, cert, path, keyPath };
}

/** The deployer is the account's root. The operator's role has the policy of `docs/`, and nothing else. */
function writeProfiles(folder: string): Record<string, string> {
	const file = join(folder, "aws-config");
	writeFileSync(
		file,
		[
			"[profile deployer]",
			"aws_access_key_id = test",
			"aws_secret_access_key = test",
			"[profile operator]",
			"role_arn = arn:aws:iam::000000000000:role/Operator",
			"source_profile = deployer",
			"",
		].join("\n"),
	);
	return {
		AWS_CONFIG_FILE: file,
		AWS_SHARED_CREDENTIALS_FILE: join(folder, "no-credentials"),
		AWS_PROFILE: "deployer",
	};
}
