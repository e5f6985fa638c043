import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * An address of this machine at which no web page finds a server. A page may try all ports of 127.0.0.1, but not those
 * of 16 million addresses. It is 127.0.0.1 on systems that have no other one, such as macOS.
 */
export async function hiddenLoopbackAddress(): Promise<string> {
	const part = () => randomInt(1, 255);
	const address = `127.${part()}.${part()}.${part()}`;
	return (await canListen(address)) ? address : "127.0.0.1";
}

async function canListen(host: string): Promise<boolean> {
	const server = createServer().listen(0, host);
	try {
		await once(server, "listening");
	} catch {
		return false;
	}
	server.close();
	await once(server, "close");
	return true;
}

/**
 * Whether the header `Host` names this machine, with any port. A page whose own host name was made to lead here (DNS
 * rebinding) sends that name instead.
 */
export const isLoopbackHost = (host: string): boolean =>
	/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
