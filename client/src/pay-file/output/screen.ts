interface Output extends NodeJS.WritableStream {
	isTTY?: boolean;
}

interface Streams {
	stdin: { isTTY?: boolean };
	stdout: Output;
	stderr: Output;
}

/** The output on which a person sees a question. A script has none: no user can answer it. */
export const findScreen = ({ stdin, stdout, stderr }: Streams) =>
	stdin.isTTY ? [stderr, stdout].find(({ isTTY }) => isTTY) : undefined;
