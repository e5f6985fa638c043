const nested = (levels: number) =>
	`{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

/** Bodies that cost an unwary service much: each must be refused, and quickly. */
export const hostileBodies = {
	"100,000 levels of lists": nested(100_000),
	"50,000 levels of objects": `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
	"10,000 unknown properties and one number too large": `{${Array.from({ length: 10_000 }, (_, index) => `"p${index}":1`).join()},"x":1e300}`,
	"a text of 5 MB that is not JSON": "x".repeat(5_000_000),
};
