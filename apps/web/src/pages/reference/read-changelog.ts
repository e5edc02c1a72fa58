/** Part of a line: plain text, strong text, code or a link. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; address: string }

export type Block =
  | { kind: 'heading'; level: 3 | 4; text: string }
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'list'; items: Inline[][] }

export interface Release {
  /** `0.1.0`, or `Unreleased`. */
  version: string
  /** `2026-11-21` */
  date: string | null
  blocks: Block[]
}

const RELEASE_HEADING_PATTERN = /^## \[?([^\]\s]+)\]?(?: - (\d{4}-\d{2}-\d{2}))?.*$/gm

/**
 * Reads the format of Keep a Changelog: releases with headings (a kind of change, and below it a subject), paragraphs
 * and lists. Text before the first release is for the writers of the file. It is left out, and so are empty releases.
 */
export function readChangelog(markdown: string): Release[] {
  const text = markdown.replaceAll('\r\n', '\n')
  const heads = [...text.matchAll(RELEASE_HEADING_PATTERN)]
  const releases = heads.map((head, index) => ({
    version: head[1] ?? '',
    date: head[2] ?? null,
    blocks: readBlocks(text.slice(head.index + head[0].length, heads[index + 1]?.index)),
  }))
  return releases.filter(({ blocks }) => blocks.length > 0)
}

function readBlocks(text: string): Block[] {
  const chunks = text
    .split(/\n{2,}|\n(?=####? )|(?<=\n####? .*)\n/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '' && !/^\[[^\]]+\]: /.test(chunk))
  return chunks.map((chunk) => {
    if (chunk.startsWith('### ')) return { kind: 'heading', level: 3, text: chunk.slice(4) }
    if (chunk.startsWith('#### ')) return { kind: 'heading', level: 4, text: chunk.slice(5) }
    if (!/^[-*] /.test(chunk)) return { kind: 'paragraph', inline: readInline(chunk) }
    // Indented lines below an item continue it.
    return { kind: 'list', items: chunk.split(/\n(?=[-*] )/).map((item) => readInline(item.slice(2))) }
  })
}

const INLINE_MARKUP_PATTERN = /\*\*(?<strong>.+?)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<address>[^)\s]+)\)/g

export function readInline(source: string): Inline[] {
  const line = source.replaceAll(/\s*\n\s*/g, ' ')
  const parts: Inline[] = []
  let offset = 0
  for (const match of line.matchAll(INLINE_MARKUP_PATTERN)) {
    if (match.index > offset) parts.push({ kind: 'text', text: line.slice(offset, match.index) })
    offset = match.index + match[0].length
    const { strong, code, text = '', address } = match.groups ?? {}
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (address !== undefined && /^https?:\/\//.test(address)) parts.push({ kind: 'link', text, address })
    // A link into the repository would be broken here, so only its text is shown.
    else parts.push({ kind: 'text', text })
  }
  if (offset < line.length) parts.push({ kind: 'text', text: line.slice(offset) })
  return parts
}

export const inlineText = (line: readonly Inline[]): string => line.map(({ text }) => text).join('')

const PLAN_WORDS_PATTERN =
  /\b(Pro|Lifetime|plans?|pric\w+|paid|pay\w*|sells|sold|subscri\w+|free (account|quotas))\b|\$\d/i

/** The release without text about plans, for servers that sell nothing. */
export function withoutPlans(release: Release): Release {
  const blocks = release.blocks
    .map((block) =>
      block.kind === 'list'
        ? { ...block, items: block.items.filter((item) => !PLAN_WORDS_PATTERN.test(inlineText(item))) }
        : block,
    )
    .filter((block) => {
      if (block.kind === 'list') return block.items.length > 0
      return !PLAN_WORDS_PATTERN.test(block.kind === 'heading' ? block.text : inlineText(block.inline))
    })
  // A heading is left out if nothing follows it.
  return { ...release, blocks: blocks.filter((block, index) => !isEmptyHeading(block, blocks[index + 1])) }
}

const isEmptyHeading = (block: Block, next: Block | undefined): boolean =>
  block.kind === 'heading' && (next === undefined || (next.kind === 'heading' && next.level <= block.level))
