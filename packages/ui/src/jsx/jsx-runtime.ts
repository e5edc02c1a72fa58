import * as react from 'react/jsx-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** Compiled call of every JSX element in production. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, textsApart(type, props), key)
export { jsx as jsxs }
