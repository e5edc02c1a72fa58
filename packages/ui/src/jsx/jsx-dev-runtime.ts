import * as react from 'react/jsx-dev-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

/** Compiled call of every JSX element in development and tests. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...source) => {
  const newProps = textsApart(type, props)
  return react.jsxDEV(type, newProps, key, isStatic && Array.isArray(newProps.children), ...source)
}
