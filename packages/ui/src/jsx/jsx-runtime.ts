import * as react from 'react/jsx-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** The calls that every element of a component is compiled to. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, textsApart(type, props), key)
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const apart = textsApart(type, props)
  return Array.isArray(apart.children) ? react.jsxs(type, apart, key) : react.jsx(type, apart, key)
}
