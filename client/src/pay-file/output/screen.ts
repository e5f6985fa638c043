interface Output extends NodeJS.WritableStream {
	isTTY?: boolean;
}

interface Streams {
	stdin: { isTTY?: boolean };
	stdout: Output;
	stderr: Output;
}

/** Returns the output on which a person sees a question; none for a script, which has nobody to answer it. */
export const findScreen = ({ stdin, stdout, stderr }: Streams) =>
	stdin.isTTY ? [stderr, stdout].find(({ isTTY }) => isTTY) : undefined;
