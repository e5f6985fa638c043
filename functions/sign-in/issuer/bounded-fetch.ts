const seconds = 5;
/** Discovery documents, keys and tokens of well-known issuers have at most some 20 KB. */
const answerMaxBytes = 256 * 1024;

interface FetchOptions extends Omit<RequestInit, "body"> {
	body?: URLSearchParams | undefined;
}

/** Fetches from the issuer, which may be slow, or answer too much. It follows no redirect. */
export async function boundedFetch(
	url: string,
	{ body: sent, signal, ...options }: FetchOptions,
): Promise<Response> {
	const { status, headers, body } = await fetch(url, {
		...options,
		...(sent && { body: sent }),
		redirect: "manual",
		signal: AbortSignal.any([
			AbortSignal.timeout(seconds * 1_000),
			...(signal ? [signal] : []),
		]),
	});
	const bytes = await readBounded(body);
	return new Response(bytes.length > 0 ? bytes : null, { status, headers });
}

async function readBounded(
	body: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	// Leaving the loop cancels the stream.
	for await (const chunk of body ?? []) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > answerMaxBytes)
			throw new Error(`The issuer answers more than ${answerMaxBytes} bytes`);
	}
	return Buffer.concat(chunks);
}
