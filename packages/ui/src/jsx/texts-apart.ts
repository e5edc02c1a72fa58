import { Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/**
 * Wraps texts beside other children in elements of their own. Translators such as Google Translate replace text nodes;
 * React fails when such a node is one of several children, but not when it is the only one.
 */
export function textsApart(type: unknown, elementProps: unknown): { children?: ReactNode } {
  const props = elementProps as { children?: ReactNode }
  const { children } = props
  const isFragment = type === Fragment
  if (!isFragment && !Array.isArray(children)) return props
  // Children that are only texts are joined into one text.
  const isOneText =
    !isFragment && (children as ReactNode[]).every((child) => child === null || typeof child !== 'object')
  return { ...props, children: isOneText ? (children as ReactNode[]).filter(isText).join('') : wrapTexts(children) }
}

const isText = (child: ReactNode): boolean => typeof child === 'string' || typeof child === 'number'

function wrapTexts(child: ReactNode, index?: number): ReactNode {
  if (Array.isArray(child)) return child.map(wrapTexts)
  // White space stays: translators do not replace it, and an element would become a grid item.
  return isText(child) && String(child).trim() !== '' ? jsx('span', { children: child }, `text${index}`) : child
}
