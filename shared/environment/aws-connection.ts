/** How AWS clients connect. Its properties are absent on AWS, where the SDK reads the environment. */
export interface AwsConnection {
	endpoint?: string;
	region?: string;
	credentials?: { accessKeyId: string; secretAccessKey: string };
}
