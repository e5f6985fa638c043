/** The AWS account and region of the local stack's ARNs and events. */
export const account = { id: "000000000000", region: "ap-south-1" } as const;
