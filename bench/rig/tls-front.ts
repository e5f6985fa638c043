import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { startRemote } from "./remote.ts";

/** The engine over TLS, as DynamoDB is reached: the front runs in a process of its own. */
export interface TlsFront extends AsyncDisposable {
	url: string;
	/** Path of the certificate that a client must trust. */
	certificate: string;
}

export interface Pem {
	key: string;
	cert: string;
}

export async function startTlsFront(engineUrl: string): Promise<TlsFront> {
	const { private: key, cert } = await generate(
		[{ name: "commonName", value: "localhost" }],
		{
			keyType: "ec",
			algorithm: "sha256",
			extensions: [
				{
					name: "subjectAltName",
					altNames: [{ type: 2, value: "localhost" }],
				},
			],
		},
	);
	const folder = mkdtempSync(join(tmpdir(), "tls-front-"));
	const certificate = join(folder, "certificate.pem");
	writeFileSync(certificate, cert);
	const script = join(import.meta.dirname, "tls-front-process.ts");
	const remote = startRemote<Pem, number>(script, {
		args: [engineUrl],
		env: {},
	});
	const port = await remote.ask({ key, cert });
	return {
		url: `https://localhost:${port}`,
		certificate,
		async [Symbol.asyncDispose]() {
			await remote.stop();
			rmSync(folder, { recursive: true });
		},
	};
}
