/** The routes of signing in to the console (console W1). They are no endpoints of the API. */
export const signInRoutes = [
	{ method: "GET", path: "/console/sign-in" },
	{ method: "GET", path: "/console/signed-in" },
	{ method: "POST", path: "/console/renew" },
	{ method: "GET", path: "/console/organizations" },
	{ method: "GET", path: "/console/sessions" },
	{ method: "POST", path: "/console/sign-out" },
	{ method: "POST", path: "/console/sign-out-everywhere" },
].map((route) => ({
	...route,
	throttle: { rate: 20, burst: 40 },
})) as readonly {
	method: "GET" | "POST";
	path: string;
	throttle: { rate: number; burst: number };
}[];
