import { createHash, createHmac } from "node:crypto";

type Data = string | NodeJS.ArrayBufferView;

/**
 * Bundled in place of `@smithy/core/checksum` (`bundle.ts`). Clients sign with SHA-256 and check SQS responses with
 * MD5. Node.js provides both, which saves the 5 KB of the SDK's implementations.
 */
export const Sha256 = checksum("sha256");
export const Md5 = checksum("md5");

function checksum(algorithm: string) {
	const start = (secret?: Data) =>
		secret ? createHmac(algorithm, secret) : createHash(algorithm);

	return class {
		readonly #secret: Data | undefined;
		#hash: ReturnType<typeof start>;

		constructor(secret?: Data) {
			this.#secret = secret;
			this.#hash = start(secret);
		}

		update(data: Data) {
			this.#hash.update(data);
		}

		async digest(): Promise<Uint8Array> {
			return this.#hash.digest();
		}

		reset() {
			this.#hash = start(this.#secret);
		}
	};
}
