/** Without these, a call without a response would hang until the function times out. */
export const callTimeouts = {
	connectionTimeout: 1_000,
	requestTimeout: 5_000,
	throwOnRequestTimeout: true,
};
