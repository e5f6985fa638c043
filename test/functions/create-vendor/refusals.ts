/** What is refused, and the message after `Validation failed: `. */
export const refusals: [given: string, body: unknown, reason: string][] = [
	["no JSON", "{", "/ must be JSON: malformed at position 1"],
	["a list", [], "/ must be object"],
	["no name", { vendorId: "x" }, "/ must have required property 'name'"],
	[
		"an empty name",
		{ name: "" },
		"/name must NOT have fewer than 1 characters",
	],
	[
		"a long name",
		{ name: "n".repeat(256) },
		"/name must NOT have more than 255 characters",
	],
	["a name that is no text", { name: 7 }, "/name must be string"],
	[
		"an empty vendorId",
		{ name: "n", vendorId: "" },
		"/vendorId must NOT have fewer than 1 characters",
	],
	[
		"a long vendorId",
		{ name: "n", vendorId: "v".repeat(101) },
		"/vendorId must NOT have more than 100 characters",
	],
	["vendorId null", { name: "n", vendorId: null }, "/vendorId must be string"],
	["gstin null", { name: "n", gstin: null }, "/gstin must be string"],
	["email null", { name: "n", email: null }, "/email must be string"],
	[
		"a gstin in lower case",
		{ name: "n", gstin: "27aapfu0939f1zv" },
		"/gstin must be a GSTIN: state code, PAN, entity number, Z, checksum; 15 characters, upper case",
	],
	[
		"a short email",
		{ name: "n", email: "a@" },
		"/email must NOT have fewer than 3 characters",
	],
	[
		"a long email",
		{ name: "n", email: `a@${"b".repeat(253)}` },
		"/email must NOT have more than 254 characters",
	],
	...["abc", "@ab", "ab@", "a@b@c", "@@@"].map(
		(email): [string, unknown, string] => [
			`the email ${email}`,
			{ name: "n", email },
			"/email must be an email address: exactly one @, at neither end",
		],
	),
	[
		"text that is no Unicode",
		'{"name": "\\ud800"}',
		"/name must be well-formed Unicode",
	],
];
