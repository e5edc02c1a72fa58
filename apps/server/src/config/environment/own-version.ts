import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const PACKAGE_FILE = join(import.meta.dirname, '../../../../../package.json')

/** Version of this Kerf, from package.json. */
export async function ownVersion(): Promise<string> {
  return (JSON.parse(await readFile(PACKAGE_FILE, 'utf8')) as { version: string }).version
}
