import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { jsxDEV } from './jsx-dev-runtime.ts'
import { jsx } from './jsx-runtime.ts'

type JsxArguments = Parameters<typeof jsxDEV>
/** Compiled call of an element with several children. */
const jsxs = (type: JsxArguments[0], props: JsxArguments[1]) => jsxDEV(type, props, undefined, true)
const icon = jsx('svg', {})

/** A component of another library. */
const LibraryComponent = ({ children }: { children: unknown }) => createElement('b', null, children as string)

describe('a text of the page is the only child of its element, because a translator may replace it:', () => {
  it('a text without siblings stays as it is', () => {
    expect(markup(jsx('p', { children: 'left' }))).toBe('<p>left</p>')
    expect(markup(jsx('p', { children: 5 }))).toBe('<p>5</p>')
  })

  it('several texts become one', () => {
    expect(jsxs('p', { children: ['about ', 5, ' s', false] })).toMatchObject({ props: { children: 'about 5 s' } })
    expect(markup(jsxs('p', { children: ['about ', 5, ' s', null] }))).toBe('<p>about 5 s</p>')
  })

  it('a text next to an element gets its own element, also in a component of a library, in a fragment and in a list', () => {
    const content = '<svg></svg><span>Download</span>'
    expect(markup(jsxs('b', { children: [icon, 'Download'] }))).toBe(`<b>${content}</b>`)
    expect(markup(jsxs(LibraryComponent, { children: [icon, 'Download'] }))).toBe(`<b>${content}</b>`)
    expect(markup(jsx('b', { children: jsxs(Fragment, { children: [icon, 'Download'] }) }))).toBe(`<b>${content}</b>`)
    expect(markup(jsxs('b', { children: [icon, jsx(Fragment, { children: 'Download' })] }))).toBe(`<b>${content}</b>`)
    expect(markup(jsxs('b', { children: [icon, ['Download']] }))).toBe(`<b>${content}</b>`)
  })

  it('a space between elements stays a text, because an element would become a grid item', () => {
    expect(markup(jsxs('summary', { children: [icon, ' ', icon] }))).toBe('<summary><svg></svg> <svg></svg></summary>')
  })

  it('children that are empty or not shown get no element', () => {
    expect(markup(jsxs('b', { children: [icon, '', false, null, undefined, 0] }))).toBe(
      '<b><svg></svg><span>0</span></b>',
    )
  })
})

const markup = renderToStaticMarkup
