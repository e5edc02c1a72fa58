/**
 * Translators and extensions move, wrap and remove nodes of the page. React then asks a parent for a child that it no
 * longer has, and gives up the page (facebook/react#11538). After this call, `removeChild` removes a node wherever it
 * is. `insertBefore` inserts before the ancestor that now holds the reference node, or at the end. Call once, before
 * React renders.
 */
export function tolerateMovedNodes(): void {
  const { insertBefore } = Node.prototype

  Node.prototype.removeChild = (child) => {
    ;(child as Node as ChildNode).remove()
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, reference: Node | null): T {
    let child = reference
    while (child && child.parentNode !== this) child = child.parentNode
    return insertBefore.call(this, node, child) as T
  }
}
