import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { linkIn } from '@kerf/domain/links/find-link'
import { parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { parseTypedRange, type TypedRange } from '@kerf/domain/ranges/typed-range'
import { type CutRequest, isOfSeveral, type LinkRequest } from './arguments/read-arguments.ts'
import { runCut, type Surroundings } from './cut-command.ts'
import { CutFailure } from './failure.ts'
import { serverOf } from './open-on-server.ts'

/** Says of a link why it failed; throws what concerns them all. */
export type Complain = (error: unknown, link: string) => { code: string; message: string }

/** Does the same with each link, one after the other, and returns how many failed. One failure does not stop the rest. */
export async function runCuts(request: CutRequest, around: Surroundings, complain: Complain): Promise<number> {
  const { linksFile } = request
  // Whatever is wrong with it is wrong for all of them.
  serverOf(request, around.environment)
  if (!isOfSeveral(request)) {
    await runCut({ ...request, link: await linkOf(request.links[0]!, around), place: null }, around)
    return 0
  }
  const listed = linksFile === null ? [] : await linksIn(linksFile, around)
  const named = await Promise.all(request.links.map((text) => linkOf(text, around)))
  const links = [...named.map((link) => ({ link, times: null })), ...listed]
  if (links.length === 0) throw new CutFailure('no_links', `There is no link in ${nameOf(linksFile!)}.`)
  let failures = 0
  for (const [index, { link, times }] of links.entries()) {
    const one: LinkRequest = { ...request, ...(times && placed(times, request)), link, place: index + 1 }
    try {
      await runCut(one, around)
    } catch (error) {
      around.signal.throwIfAborted()
      around.bar.clear()
      const { code, message } = complain(error, link)
      failures += 1
      if (request.isJson) await around.print(JSON.stringify({ link, code, error: message }))
    }
  }
  const done = links.length - failures
  if (failures > 0) around.note(`kerf: ${done} of ${links.length} links done, ${failures} failed.`)
  return failures
}

type ListPlace = Pick<Surroundings, 'directory' | 'signal'>

interface ListedLink {
  link: string
  /** null: the options say which part. */
  times: TypedRange | null
}

/** One link per line, perhaps with times behind it as in the batch of the page; `#` begins a comment line. */
async function linksIn(path: string, around: ListPlace): Promise<ListedLink[]> {
  const { directory } = around
  const list = await readList(path, around)
  const lines = list.split('\n').map((line) => line.trim())
  return Promise.all(
    lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => readLine(line, directory)),
  )
}

/** Names of files may contain spaces and links, and end in numbers, so a file of this name is one. */
async function readLine(line: string, directory: string): Promise<ListedLink> {
  if (await isThere(line, directory)) return { link: line, times: null }
  const words = withoutMarker(line)
  const read = parseListLine(words)
  if (read) return read.times === null ? { link: words, times: null } : { link: read.link, times: timesIn(read.times) }
  for (const gap of words.matchAll(/[\s,;]+/g)) {
    const times = parseTypedRange(words.slice(gap.index + gap[0].length))
    if (times) return { link: words.slice(0, gap.index), times }
  }
  return { link: words, times: null }
}

const timesIn = (times: TypedRange): TypedRange | null => (Object.keys(times).length > 0 ? times : null)

/** The link in the text of somebody's Share; a file whose name looks like one is a file. */
async function linkOf(text: string, { directory }: ListPlace): Promise<string> {
  return (await isThere(text, directory)) ? text : linkIn(text)
}

const isThere = async (path: string, directory: string): Promise<boolean> =>
  (await stat(resolve(directory, path)).catch(() => null)) !== null

/** Times of a line count more than those of the options, which are for all lines. A line that has one of them takes the other from there. */
function placed({ startTime, endTime }: TypedRange, { ranges: [common, ...more] }: Pick<CutRequest, 'ranges'>) {
  const usual = common && more.length === 0 ? common : { startTime: null, endTime: null }
  const range = { ...usual, startTime: startTime ?? usual.startTime }
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

/** Text in UTF-8 or, as PowerShell and editors of Windows write it, in UTF-16, with a byte order mark or without. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  // The first character of a link, or of a comment's line, is ASCII: half of it is 0.
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
