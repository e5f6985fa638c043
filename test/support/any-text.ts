import fc from "fast-check";

const codePoint = fc.oneof(
	fc.integer({ min: 0x20, max: 0x7e }),
	fc.integer({ min: 0, max: 0xd7_ff }),
	fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }),
);
const character = codePoint.map((one) => String.fromCodePoint(one));

/** Texts of any characters of Unicode. The unit `binary` of fast-check has them too, and takes a second to be made. */
export const anyText = (length: fc.StringSharedConstraints = {}) =>
	fc.string({ ...length, unit: character });
