/** What stands for the AWS account on this machine. */
export const account = { id: "000000000000", region: "ap-south-1" } as const;
