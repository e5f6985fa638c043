/** An answer, with the address that led to it after all redirects. */
export interface Visited {
	status: number;
	url: string;
	headers: Headers;
	text: string;
}

/** A browser of one person, as far as signing in needs one: it keeps cookies, and follows redirects. */
export function openBrowser() {
	/** As browsers do, it does not tell ports apart. */
	const cookies = new Map<string, string>();

	async function request(
		url: string,
		{ headers, ...init }: RequestInit = {},
	): Promise<Visited> {
		const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
		const response = await fetch(url, {
			redirect: "manual",
			signal: AbortSignal.timeout(20_000),
			...init,
			headers: { ...(cookie && { cookie }), ...headers },
		});
		for (const line of response.headers.getSetCookie()) keep(line);
		const { status } = response;
		return {
			status,
			url,
			headers: response.headers,
			text: await response.text(),
		};
	}

	function keep(line: string) {
		const [pair = "", ...attributes] = line.split("; ");
		const [name = ""] = pair.split("=", 1);
		const isDeleted = attributes.some((one) =>
			/^(max-age=0|expires=thu, 01 jan 1970)/i.test(one),
		);
		if (isDeleted) cookies.delete(name);
		else cookies.set(name, pair.slice(name.length + 1));
	}

	/** @param until Where to stop before a request is sent. */
	async function visit(
		url: string,
		init: RequestInit = {},
		until: (url: string) => boolean = () => false,
	): Promise<Visited> {
		let answer = await request(url, init);
		for (let hops = 0; hops < 10; hops++) {
			const location = answer.headers.get("location");
			if (location === null) return answer;
			const next = new URL(location, answer.url).href;
			if (until(next)) return { ...answer, url: next };
			answer = await request(next);
		}
		throw new Error("Too many redirects");
	}

	const choose = (
		at: Visited,
		email: string,
		until?: (url: string) => boolean,
	) =>
		visit(
			at.url,
			{
				method: "POST",
				headers: { "content-type": "application/x-www-form-urlencoded" },
				body: new URLSearchParams({ email }).toString(),
			},
			until,
		);

	return {
		cookies,
		request,
		visit,
		/** Chooses a person on the local issuer's page, to which a visit has led. */
		choose,
		/** Signs in at a local stack as one of its people. */
		async signIn(
			stackUrl: string,
			email: string,
			query = "",
		): Promise<Visited> {
			const page = await visit(`${stackUrl}/console/sign-in${query}`);
			// The issuer remembers who has signed in there.
			return page.url.startsWith(stackUrl) ? page : choose(page, email);
		},
	};
}

export type Browser = ReturnType<typeof openBrowser>;

/** What a page of the console sends with each request to the API. */
export const consoleHeaders = (organizationId: string) => ({
	"x-requested-with": "console",
	"x-organization": organizationId,
	"sec-fetch-site": "same-origin",
});
