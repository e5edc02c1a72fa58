import * as react from 'react/jsx-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** The call that every element of a component is compiled to. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, textsApart(type, props), key)
export { jsx as jsxs }
