import * as react from 'react/jsx-dev-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

/** The call that every element is compiled to under `npm run dev` and in tests. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...rest) => {
  const apart = textsApart(type, props)
  return react.jsxDEV(type, apart, key, isStatic && Array.isArray(apart.children), ...rest)
}
