import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, which dialogs use to stop the page from scrolling. That writes a style element into the page,
 * which a content security policy without 'unsafe-inline' blocks. A style sheet made by a script is not inline text.
 * The first user's rules apply until the last user unmounts.
 */
export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null

  return function Style({ styles }: { styles: string }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first user's rules stay until the last user unmounts.
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
