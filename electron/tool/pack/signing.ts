/** How installers are signed, from environment variables, in which a workflow has its secrets. */
import type { Configuration } from 'electron-builder';

type Environment = Record<string, string | undefined>;
export type AzureSigning = NonNullable<NonNullable<Configuration['win']>['azureSignOptions']>;

/** Variables of electron-builder and of Azure's own tool. */
const SIGNING = /^(?:(?:WIN_)?CSC_|APPLE_|AZURE_)/;

/** A workflow sets a missing secret to '', which electron-builder would take for a file name. */
export function removeEmpty(env: Environment): void {
  for (const name of Object.keys(env)) if (SIGNING.test(name) && env[name] === '') delete env[name];
}

const AZURE = {
  endpoint: 'AZURE_SIGNING_ENDPOINT',
  codeSigningAccountName: 'AZURE_SIGNING_ACCOUNT',
  certificateProfileName: 'AZURE_SIGNING_PROFILE',
  publisherName: 'AZURE_SIGNING_PUBLISHER',
} as const;
const IDENTITY = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];

/** Returns options for Azure Trusted Signing, if any is set. @throws Error that names the missing ones */
export function azureSigning(env: Environment): AzureSigning | undefined {
  const names = Object.values(AZURE);
  if (!names.some((name) => env[name])) return undefined;
  const missing = [...names, ...IDENTITY].filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`To sign for Windows, also set ${missing.join(', ')}.`);
  const entries = Object.entries(AZURE).map(([key, name]) => [key, env[name]]);
  return Object.fromEntries(entries) as AzureSigning;
}
