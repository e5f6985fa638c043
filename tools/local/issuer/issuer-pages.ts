import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "../../../shared/mails/content/mail-text.ts";
import type { LocalPerson } from "./find-people.ts";

/** The look and the mark of all pages. The issuer has an origin of its own, so that its pages contain them. */
const shared = (name: string) =>
	readFileSync(join(import.meta.dirname, "../../../console/src", name), "utf8");

const ownStyle = `
:root { --text: 16px; }
.brand svg { width: 26px; height: 26px; }
.top-bar, main { padding-inline: max(16px, calc((100vw - 560px) / 2)); }
main { padding-block: 32px 64px; }
h1 { margin: 0 0 4px; font-size: 26px; letter-spacing: -0.015em; line-height: 1.25; }
main > p { margin: 0 0 20px; color: var(--quiet); }
ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
button {
	width: 100%;
	padding: 10px 16px;
	border: 1px solid var(--line);
	border-radius: 8px;
	color: var(--ink);
	background: var(--surface);
	font: inherit;
	font-weight: 550;
	text-align: left;
	cursor: pointer;
}
button:hover { border-color: var(--quiet); }
small { display: block; color: var(--quiet); font-weight: 400; }
`;

const frame = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${shared("frame.css")}
${ownStyle}
</style>
</head>
<body>
<header class="top-bar"><p class="brand">${shared("icon.svg")} Sign-in on this machine</p></header>
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

/** Shown when the address is opened in another browser, or again later. */
export const noSignInPage = () =>
	frame(
		"There is no sign-in here",
		"<p>Nobody is signing in at this address in this browser. Go back to the console, and sign in from there.</p>",
	);

/** @param form It is sent at once, because a person who signed out of the console has decided already. */
export const leavePage = (form: string) =>
	frame(
		"Signing out",
		`${form.replace("</form>", '<button name="logout" value="yes">Sign out</button></form>')}
<script>document.querySelector("button").click()</script>`,
	);
