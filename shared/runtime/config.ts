/** The environment, read here and nowhere else, when a handler is wired. */
export function tableName(): string {
  return requireVariable("TABLE_NAME");
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
