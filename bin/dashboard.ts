/** Draws the layout of the dashboard: `npm run dashboard`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dashboardImage } from "./drawing/dashboard-image.ts";

writeFileSync(
	join(import.meta.dirname, "../docs/images/dashboard.svg"),
	dashboardImage(),
);
