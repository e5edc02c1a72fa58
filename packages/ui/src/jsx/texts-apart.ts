import { Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/**
 * The props of an element, changed so that every text is the only child of an element of its own. React replaces such a
 * text as a whole. A text beside others would be a node that React keeps hold of, and that translators put others in place of.
 */
export function textsApart(type: unknown, given: unknown): { children?: ReactNode } {
  const props = given as { children?: ReactNode }
  const { children } = props
  if (!Array.isArray(children)) return type === Fragment && isText(children) ? { children: inSpan(children) } : props
  const words = children.filter(isText)
  if (words.length === 0 && !children.some(Array.isArray)) return props
  // Several texts and nothing else are one.
  const isOneText = type !== Fragment && children.every((child) => isText(child) || isNothing(child))
  return { ...props, children: isOneText ? words.join('') : inSpans(children) }
}

const isText = (child: unknown): boolean =>
  (typeof child === 'string' && child !== '') || typeof child === 'number' || typeof child === 'bigint'

const isNothing = (child: unknown): boolean => child == null || typeof child === 'boolean' || child === ''

const inSpan = (text: ReactNode, key?: string): ReactNode => jsx('span', { children: text }, key)

const inSpans = (children: readonly ReactNode[]): ReactNode[] =>
  children.map((child, nth) => {
    if (Array.isArray(child)) return inSpans(child)
    return isText(child) ? inSpan(child, `text ${nth}`) : child
  })
