/**
 * Checks for the release workflow. `node scripts/release.ts check v0.3.0` fails unless package.json and a dated section
 * of CHANGELOG.md have this version. `notes v0.3.0` prints that section.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Section of a version in CHANGELOG.md, without its heading; null if there is none. */
export function releaseNotes(changelog: string, version: string): string | null {
  const [, ...parts] = changelog.split(/^## /m)
  const part = parts.find((text) => text.startsWith(`[${version}] - `))
  const notes = part
    ?.slice(part.indexOf('\n'))
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim()
  return notes ? notes : null
}

/** Reason why this tag cannot be released; null if it can. */
export function findReleaseFault(tag: string, version: string, changelog: string): string | null {
  if (tag !== `v${version}`) return `The tag ${tag} is not v${version}, the version in package.json.`
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version that everybody should get. Use one like 1.2.3.`
  if (!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog))
    return `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`
  return releaseNotes(changelog, version) === null ? `CHANGELOG.md says nothing about ${version}.` : null
}

if (import.meta.main) {
  const [command, tag = ''] = process.argv.slice(2)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const fault = findReleaseFault(tag, version, changelog)
  if (command === 'notes' && fault === null) console.log(releaseNotes(changelog, version))
  else if (command !== 'check' || fault !== null) {
    console.error(fault ?? 'Usage: node scripts/release.ts check|notes TAG')
    process.exitCode = 1
  }
}
