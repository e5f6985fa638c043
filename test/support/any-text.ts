import fc from "fast-check";

const codePoint = fc.oneof(
	fc.integer({ min: 0x20, max: 0x7e }),
	fc.integer({ min: 0, max: 0xd7ff }),
	fc.integer({ min: 0xe000, max: 0x10ffff }),
);
const character = codePoint.map((one) => String.fromCodePoint(one));

/** Texts of any Unicode characters. fast-check has them as the unit `binary`, whose table takes a second to build. */
export const anyText = (length: fc.StringSharedConstraints = {}) =>
	fc.string({ ...length, unit: character });
