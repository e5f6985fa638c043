/** The port of this machine to which a request was sent. On AWS, no request comes to such a name: undefined. */
export const findLoopbackPort = (domainName: string): string | undefined =>
	/^(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)$/.exec(domainName)?.[1];
