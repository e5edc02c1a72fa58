import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders in which distributions put PostgreSQL outside of the search path. Each version has its own folder there. */
const FOLDERS_OF_VERSIONS = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt', '/usr']

/** Folder of PostgreSQL's programs; null: it is not installed. */
export function postgresPrograms(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS_OF_VERSIONS.flatMap(programsIn)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

function programsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^(\d+|(postgresql|pgsql)[@-]?\d*)$/.test(name))
  return versions.map((version) => join(folder, version, 'bin'))
}
