/** Answers at once. */
export const handler = async () => ({ statusCode: 200 });
