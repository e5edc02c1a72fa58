import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, by which dialogs stop the page from scrolling. The original writes a style element,
 * which a content security policy without 'unsafe-inline' blocks. An adopted style sheet is not blocked. The rules of
 * the first component apply until the last one unmounts.
 */
export function styleSingleton() {
  let userCount = 0
  let sheet: CSSStyleSheet | null = null

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each sheet, outside components.
  return function Style({ styles }: { styles: string }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first user's rules stay until the last user unmounts.
    useEffect(() => {
      if (!document.adoptedStyleSheets) return
      if (userCount++ === 0) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(styles)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
      return () => {
        if (--userCount > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
        sheet = null
      }
    }, [])
    return null
  }
}
