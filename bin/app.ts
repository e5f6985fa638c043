import { serviceApp } from "../lib/service-app.ts";
// The bundles contain the validators, so they are compiled first.
import "./build-validators.ts";

serviceApp();
