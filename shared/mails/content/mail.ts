/** What a mail says. */
export interface Mail {
	/** The subject is one line. */
	subject: string;
	text: string;
	html: string;
}

/** A mail to one recipient. */
export interface AddressedMail extends Mail {
	/** Identifies the mail, however often it is sent; a header of it. */
	id: string;
	/** An address of `isPlainAddress`. */
	to: string;
}
