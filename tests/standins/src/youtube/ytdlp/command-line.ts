import { parseArgs } from 'node:util'

const flagOption = { type: 'boolean' } as const
const valueOption = { type: 'string' } as const

/** The flags of yt-dlp that a product may rely on. */
const FLAGS = {
  help: flagOption,
  version: flagOption,
  'no-update': flagOption,
  'ignore-config': flagOption,
  'no-plugin-dirs': flagOption,
  'no-cache-dir': flagOption,
  'no-remote-components': flagOption,
  'no-exec': flagOption,
  'no-cookies': flagOption,
  'no-cookies-from-browser': flagOption,
  'no-playlist': flagOption,
  'no-mark-watched': flagOption,
  'no-wait-for-video': flagOption,
  'no-live-from-start': flagOption,
  'no-color': flagOption,
  'no-progress': flagOption,
  'dump-single-json': { ...flagOption, short: 'J' },
  format: { ...valueOption, short: 'f' },
  ies: valueOption,
  'default-search': valueOption,
  'playlist-items': valueOption,
  'socket-timeout': valueOption,
  retries: valueOption,
  'extractor-retries': valueOption,
  'extractor-args': valueOption,
  'js-runtimes': valueOption,
  'compat-options': valueOption,
  proxy: valueOption,
}

export type Flags = ReturnType<typeof readCommandLine>['flags']

/** Throws for a flag that is not in the list. */
export function readCommandLine(args: string[]) {
  const { values: flags, positionals: links } = parseArgs({ args, options: FLAGS, allowPositionals: true })
  return { flags, links }
}

/** The list of flags as `--help` prints it. */
export function helpText(): string {
  return Object.keys(FLAGS)
    .map((name) => `    --${name}\n`)
    .join('')
}
