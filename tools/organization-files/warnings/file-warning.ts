/** Something that can be imported, but cannot be right. */
export interface FileWarning {
	/** JSON pointer of the value. */
	pointer: string;
	message: string;
}

export const warning = (pointer: string, message: string): FileWarning => ({
	pointer,
	message,
});
