import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where distributions put its programs, beside the search path: a folder each version. */
const FOLDERS_OF_VERSIONS = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt', '/usr']

/** Where PostgreSQL's programs are; null where it is not installed. */
export function postgresPrograms(): string | null {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS_OF_VERSIONS.flatMap(programsIn)]
  return places.find((place) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name)))) ?? null
}

function programsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^(\d+|(postgresql|pgsql)[@-]?\d*)$/.test(name))
  return versions.map((version) => join(folder, version, 'bin'))
}
