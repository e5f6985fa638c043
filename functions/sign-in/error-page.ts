import { createHash } from "node:crypto";

const style =
	":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.4rem}a{color:LinkText}";

const styleHash = createHash("sha256").update(style).digest("base64");

/** The page has no script, and no style but its own. */
export const errorHeaders = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Says why a person could not sign in, and leads to another attempt. */
export const errorPage = (message: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>You are not signed in</title>
<style>${style}</style>
<main>
<h1>You are not signed in</h1>
<p>${toHtml(message)}</p>
<p><a href="/console/sign-in?reauthenticate=true">Sign in</a></p>
</main>
</html>
`;

const toHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
