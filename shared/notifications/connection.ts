export interface NotificationConnection {
	/** Absent on AWS, where the SDK reads the environment. */
	endpoint?: string;
	region?: string;
	credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Without these, a call without a response would hang until the function times out. */
export const callTimeouts = {
	connectionTimeout: 1_000,
	requestTimeout: 5_000,
	throwOnRequestTimeout: true,
};
