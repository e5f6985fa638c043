/** An error as the SDK throws it: it has the name, which is also its message. */
export const namedError = (name: string) =>
	Object.assign(new Error(name), { name });
