import { render } from "preact";
import { App } from "./app/app.tsx";
import { startLoading } from "./app/section-view.tsx";
import { announcePage } from "./service/exact-fetch.ts";
import { announceSignIn, signedInAgainPath } from "./service/sign-in-again.ts";

// This is announced at once, because a person who has signed in may never reach a page of an organization.
announcePage();
if (location.pathname === signedInAgainPath) announceSignIn();
startLoading(location.pathname);
const app = document.getElementById("app");
if (app) {
	app.replaceChildren();
	render(<App />, app);
}
