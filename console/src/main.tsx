import { render } from "preact";
import { App } from "./app/app.tsx";
import { startLoading } from "./app/section-view.tsx";
import { announceSignIn, signedInAgainPath } from "./service/sign-in-again.ts";

if (location.pathname === signedInAgainPath) announceSignIn();
startLoading(location.pathname);
const app = document.getElementById("app");
if (app) {
	app.replaceChildren();
	render(<App />, app);
}
