import { render } from "preact";
import { followBrowser, open } from "./flow.ts";
import { LinkPage } from "./link-page.tsx";

const app = document.getElementById("app");
if (app) {
	app.replaceChildren();
	render(<LinkPage />, app);
	followBrowser();
	void open();
}
