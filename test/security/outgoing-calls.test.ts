import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync("{functions,shared}/**/*.ts", { cwd: root });

/** What opens connections, runs programs, or runs text as code. */
const forbidden =
	/\bfetch\(|\beval\(|new Function\b|["'](node:)?(https?|http2|net|tls|dgram|dns|child_process|vm)(\/promises)?["']/;

/** To the issuer of the stage's settings, to sign people in. */
const toIssuer = "functions/sign-in/issuer/bounded-fetch.ts";

it("OWASP API7: the functions open no connection but those of the AWS SDK and to the issuer, and run nothing that was sent", () => {
	expect(sources.length).toBeGreaterThan(100);
	const found = sources.filter((path) =>
		forbidden.test(readFileSync(join(root, path), "utf8")),
	);
	expect(found).toEqual([toIssuer]);
});
