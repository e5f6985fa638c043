const stateCode = "[0-9]{2}";
const pan = "[A-Z]{5}[0-9]{4}[A-Z]";
const entityNumber = "[1-9A-Z]";
const checksum = "[0-9A-Z]";

/** A GSTIN's 15 characters (spec 2.4). Whether the checksum is right is not looked into (`decisions.md`). */
export const gstinPattern =
	`^${stateCode}${pan}${entityNumber}Z${checksum}$` as const;
