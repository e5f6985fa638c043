const stateCode = "[0-9]{2}";
const pan = "[A-Z]{5}[0-9]{4}[A-Z]";
const entityNumber = "[1-9A-Z]";
const checksum = "[0-9A-Z]";

/** The 15 characters of a GSTIN (spec 2.4). The checksum is not verified (`purchase-orders.md`). */
export const gstinPattern =
	`^${stateCode}${pan}${entityNumber}Z${checksum}$` as const;

export const gstinRule =
	"must be a GSTIN: state code, PAN, entity number, Z, checksum; 15 characters, upper case";
