/** The AWS account and region that the local stack pretends to be in. */
export const account = { id: "000000000000", region: "ap-south-1" } as const;
