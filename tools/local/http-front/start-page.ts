import type { FindDocument } from "./documents.ts";

/** The page `/`, which leads to what a local stack has for a browser. */
export const startPage =
	({ hasMails }: { hasMails: boolean }): FindDocument =>
	async (path) =>
		path === "/"
			? {
					status: 200,
					headers: {
						"content-type": "text/html; charset=utf-8",
						"cache-control": "no-cache",
						"content-security-policy":
							"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
						"referrer-policy": "no-referrer",
						"x-content-type-options": "nosniff",
					},
					body: Buffer.from(toHtml(hasMails)),
				}
			: undefined;

const toHtml = (hasMails: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Procurement and payments</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/frame.css">
</head>
<body>
<header class="page-header">
<p><img src="/docs/icon.svg" alt="" width="24" height="24"> Procurement and payments</p>
</header>
<main>
<h1>On this machine</h1>
<ul>
<li><a href="/console">Console</a>: pay, approve, look up and correct. Sign in as a person of the imported organizations.</li>
<li><a href="/docs">API reference</a>: every endpoint, with requests to try.</li>
${hasMails ? '<li><a href="/mail">Mails and events</a>: what the service has sent.</li>\n' : ""}</ul>
</main>
</body>
</html>
`;
