import { serviceApp } from "../lib/service-app.ts";

serviceApp();
