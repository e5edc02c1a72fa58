/** The flags of yt-dlp that a product may rely on, long names first; `value` says whether one follows. */
const FLAGS: { names: string[]; value: boolean }[] = [
  flag('--help', '-h'),
  flag('--version'),
  flag('--no-update'),
  flag('--ignore-config', '--no-config'),
  flag('--no-plugin-dirs'),
  flag('--no-cache-dir'),
  flag('--no-remote-components'),
  flag('--no-exec'),
  flag('--no-cookies'),
  flag('--no-cookies-from-browser'),
  flag('--no-playlist'),
  flag('--no-mark-watched'),
  flag('--no-wait-for-video'),
  flag('--no-live-from-start'),
  flag('--no-color'),
  flag('--no-progress'),
  flag('--no-warnings'),
  flag('--dump-single-json', '-J'),
  valued('--format', '-f'),
  valued('--use-extractors', '--ies'),
  valued('--default-search'),
  valued('--playlist-items', '-I'),
  valued('--socket-timeout'),
  valued('--retries', '-R'),
  valued('--extractor-retries'),
  valued('--extractor-args'),
  valued('--js-runtimes'),
  valued('--compat-options'),
  valued('--proxy'),
]

function flag(...names: string[]): { names: string[]; value: boolean } {
  return { names, value: false }
}

function valued(...names: string[]): { names: string[]; value: boolean } {
  return { names, value: true }
}

export type CommandLine =
  | { understood: true; flags: Map<string, string>; links: string[] }
  | { understood: false; complaint: string }

/** Reads arguments as yt-dlp does. Flags are known by their first long name; one without a value has the value ''. */
export function readCommandLine(parameters: readonly string[]): CommandLine {
  const flags = new Map<string, string>()
  const links: string[] = []
  const rest = [...parameters]
  while (rest.length > 0) {
    const parameter = rest.shift()!
    if (parameter === '--') {
      links.push(...rest)
      break
    }
    if (!parameter.startsWith('-') || parameter === '-') {
      links.push(parameter)
      continue
    }
    const [, name, attached] = /^(--[^=]+|-[^-])(?:=(.*))?$/s.exec(parameter) ?? []
    const known = FLAGS.find((candidate) => candidate.names.includes(name ?? parameter))
    if (!known) return { understood: false, complaint: `no such option: ${name ?? parameter}` }
    if (!known.value && attached !== undefined) {
      return { understood: false, complaint: `${name} option does not take a value` }
    }
    const value = known.value ? (attached ?? rest.shift()) : ''
    if (value === undefined) return { understood: false, complaint: `${name} option requires 1 argument` }
    flags.set(known.names[0]!, value)
  }
  return { understood: true, flags, links }
}

/** The list of flags as `--help` prints it. */
export function helpText(): string {
  const lines = FLAGS.map(({ names, value }) => `    ${names.toReversed().join(', ')}${value ? ' VALUE' : ''}`)
  return ['Usage: yt-dlp [OPTIONS] URL [URL...]', '', 'Options:', ...lines, ''].join('\n')
}
