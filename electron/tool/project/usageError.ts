/** The user typed something that the tool cannot do. The tool prints its message without a stack and exits with code 2. */
export class UsageError extends Error {}
