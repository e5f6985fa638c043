/** Bundles a function into one file: `node lib/bundle-function.ts <entry> <outfile>`. */
import { build } from "esbuild";
import { bundleOptions } from "./bundle.ts";

const [entry = "", outfile = ""] = process.argv.slice(2);

await build({ ...bundleOptions, entryPoints: [entry], outfile });
