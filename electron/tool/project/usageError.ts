/** The user typed something invalid. The tool prints the message without a stack and exits with code 2. */
export class UsageError extends Error {}
