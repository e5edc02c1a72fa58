import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { linkIn } from '@kerf/domain/links/find-link'
import { parseListLine, withoutMarker } from '@kerf/domain/links/list-line'
import { SOURCES } from '@kerf/domain/links/source-ids'
import { parseTypedRange, type TypedRange } from '@kerf/domain/ranges/typed-range'
import { type CutArguments, hasSeveralLinks, type LinkArguments } from './arguments/read-arguments.ts'
import { type CutContext, runCut } from './cut-command.ts'
import { CutFailure } from './failure.ts'
import { findServer } from './open-on-server.ts'

/** Reports the failure of one link. Throws the error if it concerns all links. */
export type ReportFailure = (error: unknown, link: string) => { code: string; message: string }

/**
 * Carries out a request for each link in sequence. The failure of a link does not stop the others.
 * @returns the number of failures
 */
export async function runCuts(
  request: CutArguments,
  context: CutContext,
  reportFailure: ReportFailure,
): Promise<number> {
  const { linksFile } = request
  // An error in the server's address or key concerns all links, so it is thrown before the first one.
  findServer(request, context.environment)
  if (!hasSeveralLinks(request)) {
    await runCut({ ...request, link: await readLink(request.links[0]!, context), listPosition: null }, context)
    return 0
  }
  const listedLinks = linksFile === null ? [] : await readLinks(linksFile, context)
  const argumentLinks = await Promise.all(request.links.map((text) => readLink(text, context)))
  const links = [...argumentLinks.map((link) => ({ link, times: null })), ...listedLinks]
  if (links.length === 0) throw new CutFailure('no_links', `There is no link in ${listName(linksFile!)}.`)
  let failures = 0
  for (const [index, { link, times }] of links.entries()) {
    const linkRequest: LinkArguments = {
      ...request,
      ...(times && selectionOf(times, request)),
      link,
      listPosition: index + 1,
    }
    try {
      await runCut(linkRequest, context)
    } catch (error) {
      context.signal.throwIfAborted()
      context.bar.clear()
      const { code, message } = reportFailure(error, link)
      failures += 1
      if (request.isJson) await context.printResult(JSON.stringify({ link, code, error: message }))
    }
  }
  const successes = links.length - failures
  if (failures > 0) context.printMessage(`kerf: ${successes} of ${links.length} links done, ${failures} failed.`)
  return failures
}

type ListContext = Pick<CutContext, 'directory' | 'signal'>

interface ListedLink {
  link: string
  /** Times in the line; null: the options give the range. */
  times: TypedRange | null
}

/**
 * Reads one link per line, as in a batch of the web page. Times may follow the link. Lines that begin with `#` are
 * comments.
 */
async function readLinks(path: string, context: ListContext): Promise<ListedLink[]> {
  const { directory } = context
  const list = await readList(path, context)
  const lines = list.split('\n').map((line) => line.trim())
  return Promise.all(
    lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => readLine(line, directory)),
  )
}

/**
 * Reads a line. If the whole line is the name of a file, it means that file, because names may contain links and times.
 */
async function readLine(line: string, directory: string): Promise<ListedLink> {
  if (await pathExists(line, directory)) return { link: line, times: null }
  const unmarkedLine = withoutMarker(line)
  const parsedLine = parseListLine(unmarkedLine)
  if (parsedLine) {
    return parsedLine.times === null
      ? { link: unmarkedLine, times: null }
      : { link: parsedLine.link, times: toNonEmptyTimes(parsedLine.times) }
  }
  for (const gap of unmarkedLine.matchAll(/[\s,;]+/g)) {
    const times = parseTypedRange(unmarkedLine.slice(gap.index + gap[0].length))
    if (times) return { link: unmarkedLine.slice(0, gap.index), times }
  }
  return { link: unmarkedLine, times: null }
}

const toNonEmptyTimes = (times: TypedRange): TypedRange | null => (Object.keys(times).length > 0 ? times : null)

/** The link in a shared text. If the text is the name of an existing file, it means that file. */
async function readLink(text: string, { directory }: ListContext): Promise<string> {
  return (await pathExists(text, directory)) ? text : linkIn(text, SOURCES)
}

const pathExists = async (path: string, directory: string): Promise<boolean> =>
  (await stat(resolve(directory, path)).catch(() => null)) !== null

/** The selection for a line of a list. Its times override the options. A missing time comes from the options. */
function selectionOf(
  { startTime, endTime }: TypedRange,
  { ranges: [optionRange, ...furtherOptionRanges] }: Pick<CutArguments, 'ranges'>,
) {
  const defaultRange =
    optionRange && furtherOptionRanges.length === 0 ? optionRange : { startTime: null, endTime: null }
  const range = { ...defaultRange, startTime: startTime ?? defaultRange.startTime }
  return { ranges: [endTime === undefined ? range : { startTime: range.startTime, endTime }], chapters: [], words: [] }
}

async function readList(path: string, { directory, signal }: ListContext): Promise<string> {
  try {
    if (path !== '-') return decodeListText(await readFile(resolve(directory, path)))
    return decodeListText(await buffer(addAbortSignal(signal, process.stdin)))
  } catch (error) {
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    const reason = READ_FAILURES[code ?? ''] ?? `${code}.`
    throw new CutFailure('no_links', `The list ${listName(path)} cannot be read: ${reason}`, { cause: error })
  }
}

/** Decodes UTF-8, or UTF-16 from PowerShell and Windows editors, with or without a byte order mark. */
function decodeListText(bytes: Uint8Array): string {
  const [firstByte, secondByte] = bytes
  // A list begins with an ASCII character. In UTF-16, one byte of it is 0.
  if ((firstByte === 0xff && secondByte === 0xfe) || secondByte === 0) return new TextDecoder('utf-16le').decode(bytes)
  if ((firstByte === 0xfe && secondByte === 0xff) || firstByte === 0) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

const listName = (path: string): string => (path === '-' ? 'stdin' : path)

const READ_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist.',
  EISDIR: 'it is a folder.',
  EACCES: 'you do not have permission to read it.',
}
