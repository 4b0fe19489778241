/** Plain words about what a report holds. test/e2e/telemetry/redaction.test.ts holds what is sent against them. */
import { LIMITS } from '../shared/limits.ts';

export const REPORT_CONTENTS = `A report tells the app's makers of one failure. It holds:
– what failed: the error's words, its place in the app's code, and the page of the app;
– up to ${LIMITS.breadcrumbs.value} steps before it: pages opened, buttons pressed, requests and their outcome, lines that the app logged;
– versions of the app and of the system, and the computer's kind, memory, screen, language and time zone;
– after a crash, part of the app's memory at that moment, in which anything may be that the app was showing.

With reports on, a failure also brings a replay of what the window showed before it. All text, all input and all pictures in it are blotted out before they leave the page.

Besides reports of failures, the app tells that it was started and how it ended.

Apart from such memory, a report does not hold your name, the name of this computer, your files or what you type; what looks like an address, a password or a key is taken out. Feedback that you write holds what you wrote. The server that takes it sees your network address.

Reports wait on this computer. With "Ask Before Sending", nothing leaves it before you answer; with "Don’t Send", none are made.`;
