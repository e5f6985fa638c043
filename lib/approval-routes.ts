import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";

/**
 * The routes of the page on which approvers decide from their mails (approvals A9). They are no endpoints of the API.
 */
export const approvalRoutes = [
	{ method: HttpMethod.GET, path: "/approval" },
	{ method: HttpMethod.GET, path: "/approval/{file}" },
	{
		method: HttpMethod.POST,
		path: "/approval/read",
		throttle: { rate: 20, burst: 40 },
	},
	{
		method: HttpMethod.POST,
		path: "/approval/decision",
		throttle: { rate: 20, burst: 40 },
	},
] as const;
