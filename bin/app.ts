import { serviceApp } from "../lib/service-app.ts";
// The bundles contain the validators: compiled anew, they cannot be older than their schemas.
import "./build-validators.ts";

serviceApp();
