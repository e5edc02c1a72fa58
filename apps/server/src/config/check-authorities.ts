import { readFile } from 'node:fs/promises'
import { EnvironmentError } from './environment/environment.ts'

/** The file that names further authorities is read in many places; whoever has mistyped it hears so once, before anything is opened. */
export async function checkAuthorities(extraCaFile: string | null): Promise<void> {
  if (extraCaFile === null) return
  try {
    if ((await readFile(extraCaFile, 'utf8')).includes('-----BEGIN ')) return
  } catch (error) {
    throw new EnvironmentError(
      `SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names a file that cannot be read: ${(error as Error).message}.`,
    )
  }
  throw new EnvironmentError(
    `SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names ${extraCaFile}, which contains no PEM certificate.`,
  )
}
