/**
 * The routes of the page on which approvers decide from their mails (A9). They are no endpoints of the API.
 */
export const approvalRoutes = [
	{ method: "GET", path: "/approval" },
	{ method: "GET", path: "/approval/{file}" },
	{
		method: "POST",
		path: "/approval/read",
		throttle: { rate: 20, burst: 40 },
	},
	{
		method: "POST",
		path: "/approval/decision",
		throttle: { rate: 20, burst: 40 },
	},
] as const;
