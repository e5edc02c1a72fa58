import { parseArgs } from 'node:util'

const flag = { type: 'boolean' } as const
const value = { type: 'string' } as const

/** The flags of yt-dlp that a product may rely on. */
const FLAGS = {
  help: flag,
  version: flag,
  'no-update': flag,
  'ignore-config': flag,
  'no-plugin-dirs': flag,
  'no-cache-dir': flag,
  'no-remote-components': flag,
  'no-exec': flag,
  'no-cookies': flag,
  'no-cookies-from-browser': flag,
  'no-playlist': flag,
  'no-mark-watched': flag,
  'no-wait-for-video': flag,
  'no-live-from-start': flag,
  'no-color': flag,
  'no-progress': flag,
  'dump-single-json': { ...flag, short: 'J' },
  format: { ...value, short: 'f' },
  ies: value,
  'default-search': value,
  'playlist-items': value,
  'socket-timeout': value,
  retries: value,
  'extractor-retries': value,
  'extractor-args': value,
  'js-runtimes': value,
  'compat-options': value,
  proxy: value,
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
