import { Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/**
 * The props of an element, changed so that every text is the only child of an element of its own. React replaces such a
 * text as a whole. A text beside others would be a node that React keeps hold of, and that translators put others in place of.
 */
export function textsApart(type: unknown, given: unknown): { children?: ReactNode } {
  const props = given as { children?: ReactNode }
  const { children } = props
  const isFragment = type === Fragment
  if (!isFragment && !Array.isArray(children)) return props
  // Several texts and nothing else are one.
  const isOneText =
    !isFragment && (children as ReactNode[]).every((child) => child === null || typeof child !== 'object')
  return { ...props, children: isOneText ? (children as ReactNode[]).filter(isText).join('') : apart(children) }
}

const isText = (child: ReactNode): boolean => typeof child === 'string' || typeof child === 'number'

function apart(child: ReactNode, place?: number): ReactNode {
  if (Array.isArray(child)) return child.map(apart)
  // Translators leave blanks alone, and an element would be an item of a grid.
  return isText(child) && String(child).trim() !== '' ? jsx('span', { children: child }, `text${place}`) : child
}
