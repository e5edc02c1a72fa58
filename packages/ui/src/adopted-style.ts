import { useEffect } from 'react'

/**
 * Stands in for `react-style-singleton`, by which dialogs hold the page still: that writes a style element into the page, which a
 * content security policy without 'unsafe-inline' refuses. A style sheet that a script of ours makes is no text in the page.
 * The first user's rules hold until the last one goes.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null

  return function Style({ styles }: { styles: string }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: rules that change while somebody uses them belong to nobody.
    useEffect(() => {
      if (!document.adoptedStyleSheets) return
      if (users++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      return () => {
        if (--users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
        sheet = null
      }
    }, [])
    return null
  }
}
