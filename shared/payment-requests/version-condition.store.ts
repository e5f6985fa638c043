/** The condition that an item has the version that was read, or still none. */
export const versionCondition = (version: unknown) =>
	version === undefined
		? {
				condition: "attribute_not_exists(#expected)",
				names: { "#expected": "version" },
				values: {},
			}
		: {
				condition: "#expected = :expected",
				names: { "#expected": "version" },
				values: { ":expected": version },
			};
