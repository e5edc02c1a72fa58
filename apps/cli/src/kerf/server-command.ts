import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { MistakeError } from './arguments/parse-words.ts'
import { callersDirectory } from './callers-directory.ts'

/** Commands of the server's own program that listen. */
const ROLES = ['serve', 'web', 'worker']
const COMMANDS = [...ROLES, 'admin', 'doctor', 'migrate', 'backup', 'restore', 'move']
const MOST_PORT = 65_535

export const isServerCommand = (command: string | undefined): boolean =>
  command !== undefined && COMMANDS.includes(command)

/** Folder for data of this user, by the convention of the system. */
export function userDataFolder(): string {
  const { XDG_DATA_HOME = '', LOCALAPPDATA } = process.env
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homeFolder(), 'AppData', 'Local'), 'kerf')
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'kerf')
  return join(isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : join(homeFolder(), '.local', 'share'), 'kerf')
}

/** Home of this user. A user whom the system does not list, as in some containers, has none. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return process.cwd()
  }
}

interface ServerCommand {
  /** Words for the server's own program. */
  words: string[]
  /** Variables for its environment. */
  settings: Record<string, string>
  isListening: boolean
}

/** Reads the words after `kerf`. @throws MistakeError */
export function readServerCommand(words: readonly string[]): ServerCommand {
  const [command = '', ...rest] = words
  const settings: Record<string, string> = {}
  const data = takeOption(rest, '--data')
  // The server puts the home in place of `~`, which shells leave in `--data=~/kerf`.
  if (data !== undefined) settings.DATA_DIR = data.startsWith('~') ? data : resolve(callersDirectory(), data)
  if (!ROLES.includes(command)) return { words: [command, ...rest], settings, isListening: false }
  const port = takeOption(rest, '--port')
  if (port !== undefined) settings.PORT = port
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= MOST_PORT))
    throw new MistakeError(`--port takes a number from 0 to ${MOST_PORT}, not ${port}.`)
  if (rest.length > 0)
    throw new MistakeError(`\`kerf ${command}\` takes --data and --port, not ${rest[0]}. All else is set by variables.`)
  return { words: [command], settings, isListening: true }
}

/** Removes `--name VALUE` or `--name=VALUE` from the words. Returns the value; undefined if there is none. */
function takeOption(words: string[], name: string): string | undefined {
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`))
  if (at < 0) return undefined
  const isOneWord = words[at] !== name
  const [first = '', second = ''] = words.splice(at, isOneWord ? 1 : 2)
  const value = isOneWord ? first.slice(name.length + 1) : second
  if (value === '') throw new MistakeError(`${name} has no value.`)
  return value
}
