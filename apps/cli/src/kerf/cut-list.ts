import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { linkIn } from '@kerf/domain/links/find-link'
import { parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { parseTypedRange, type TypedRange } from '@kerf/domain/ranges/typed-range'
import { type CutArguments, isOfSeveral, type LinkArguments } from './arguments/read-arguments.ts'
import { runCut, type Surroundings } from './cut-command.ts'
import { CutFailure } from './failure.ts'
import { serverOf } from './open-on-server.ts'

/** Reports the failure of one link. Throws an error that concerns all links. */
export type Complain = (error: unknown, link: string) => { code: string; message: string }

/**
 * Carries out a request for each link in sequence. The failure of a link does not stop the others.
 * @returns the failures
 */
export async function runCuts(request: CutArguments, around: Surroundings, complain: Complain): Promise<number> {
  const { linksFile } = request
  // An error in the server's address or key concerns all links, so it is thrown before the first one.
  serverOf(request, around.environment)
  if (!isOfSeveral(request)) {
    await runCut({ ...request, link: await linkOf(request.links[0]!, around), place: null }, around)
    return 0
  }
  const listedLinks = linksFile === null ? [] : await linksIn(linksFile, around)
  const argumentLinks = await Promise.all(request.links.map((text) => linkOf(text, around)))
  const links = [...argumentLinks.map((link) => ({ link, times: null })), ...listedLinks]
  if (links.length === 0) throw new CutFailure('no_links', `There is no link in ${nameOf(linksFile!)}.`)
  let failures = 0
  for (const [index, { link, times }] of links.entries()) {
    const linkRequest: LinkArguments = { ...request, ...(times && placesOf(times, request)), link, place: index + 1 }
    try {
      await runCut(linkRequest, around)
    } catch (error) {
      around.signal.throwIfAborted()
      around.bar.clear()
      const { code, message } = complain(error, link)
      failures += 1
      if (request.isJson) await around.print(JSON.stringify({ link, code, error: message }))
    }
  }
  const successes = links.length - failures
  if (failures > 0) around.note(`kerf: ${successes} of ${links.length} links done, ${failures} failed.`)
  return failures
}

type ListPlace = Pick<Surroundings, 'directory' | 'signal'>

interface ListedLink {
  link: string
  /** Times in the line; null: the options give the range. */
  times: TypedRange | null
}

/**
 * Reads one link per line, which times may follow, as in a batch of the web page. Lines that begin with `#` are
 * comments.
 */
async function linksIn(path: string, around: ListPlace): Promise<ListedLink[]> {
  const { directory } = around
  const list = await readList(path, around)
  const lines = list.split('\n').map((line) => line.trim())
  return Promise.all(
    lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => readLine(line, directory)),
  )
}

/**
 * Reads a line. If a file has the whole line as its name, it is that file, because names may contain links and times.
 */
async function readLine(line: string, directory: string): Promise<ListedLink> {
  if (await exists(line, directory)) return { link: line, times: null }
  const words = withoutMarker(line)
  const parsed = parseListLine(words)
  if (parsed) {
    return parsed.times === null ? { link: words, times: null } : { link: parsed.link, times: timesIn(parsed.times) }
  }
  for (const gap of words.matchAll(/[\s,;]+/g)) {
    const times = parseTypedRange(words.slice(gap.index + gap[0].length))
    if (times) return { link: words.slice(0, gap.index), times }
  }
  return { link: words, times: null }
}

const timesIn = (times: TypedRange): TypedRange | null => (Object.keys(times).length > 0 ? times : null)

/** The link in a shared text. An existing file with the text as its name comes first. */
async function linkOf(text: string, { directory }: ListPlace): Promise<string> {
  return (await exists(text, directory)) ? text : linkIn(text, SOURCES)
}

const exists = async (path: string, directory: string): Promise<boolean> =>
  (await stat(resolve(directory, path)).catch(() => null)) !== null

/** The range of a line. Its times override those of the options, and a missing time is taken from the options. */
function placesOf({ startTime, endTime }: TypedRange, { ranges: [common, ...others] }: Pick<CutArguments, 'ranges'>) {
  const defaultRange = common && others.length === 0 ? common : { startTime: null, endTime: null }
  const range = { ...defaultRange, startTime: startTime ?? defaultRange.startTime }
  return { ranges: [endTime === undefined ? range : { startTime: range.startTime, endTime }], chapters: [], words: [] }
}

async function readList(path: string, { directory, signal }: ListPlace): Promise<string> {
  try {
    if (path !== '-') return textOf(await readFile(resolve(directory, path)))
    return textOf(await buffer(addAbortSignal(signal, process.stdin)))
  } catch (error) {
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    const reason = REASONS[code ?? ''] ?? `${code}.`
    throw new CutFailure('no_links', `The list ${nameOf(path)} cannot be read: ${reason}`, { cause: error })
  }
}

/** Decodes UTF-8, or UTF-16 as PowerShell and Windows editors write it, with or without a byte order mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  // A list begins with an ASCII character, one byte of which is 0 in UTF-16.
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

const nameOf = (path: string): string => (path === '-' ? 'stdin' : path)

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist.',
  EISDIR: 'it is a folder.',
  EACCES: 'you do not have permission to read it.',
}
