import { escapeHtml } from "../../../shared/mails/content/mail-text.ts";
import type { LocalPerson } from "./find-people.ts";

const frame = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 36rem; margin: 10vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
ul { list-style: none; padding: 0; }
button { width: 100%; margin-bottom: .5rem; padding: .6rem 1rem; font: inherit; text-align: left; cursor: pointer; }
small { display: block; opacity: .8; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

/** The page on which a person of this machine's organizations is chosen. It asks for no password. */
export const peoplePage = (people: readonly LocalPerson[]) =>
	frame(
		"Who are you?",
		people.length === 0
			? "<p>No active user of an organization has an email. Give one to a user in an organization file, and import it.</p>"
			: `<p>This page takes the place of your company's sign-in on this machine. Choose a person of the imported organizations.</p>
<form method="post">
<ul>
${people.map(toButton).join("\n")}
</ul>
</form>`,
	);

const toButton = ({ email, name, places }: LocalPerson) =>
	`<li><button name="email" value="${escapeHtml(email)}">${escapeHtml(name)}<small>${escapeHtml(email)} · ${escapeHtml(places.join("; "))}</small></button></li>`;

/** A page is opened in another browser, or again later. */
export const noSignInPage = frame(
	"There is no sign-in here",
	"<p>Nobody is signing in at this address in this browser. Go back to the console, and sign in from there.</p>",
);

/** @param form It is sent at once: who left the console has decided already. */
export const leavePage = (form: string) =>
	frame(
		"Signing out",
		`${form.replace("</form>", '<button name="logout" value="yes">Sign out</button></form>')}
<script>document.querySelector("button").click()</script>`,
	);
