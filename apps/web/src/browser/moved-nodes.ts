/**
 * Translators and extensions move, wrap and remove nodes of the page. React then asks a parent for a child that it no longer
 * has, and gives up the page (facebook/react#11538). From this call on, such a node is removed from where it is, and what
 * belongs before it goes before what holds it now, or last where it is gone. Called once, before React renders.
 */
export function forgiveMovedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype

  Node.prototype.removeChild = function removeWhereItIs<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    let holder = child.parentNode
    if (holder) removeChild.call(holder, child)
    // A wrapper goes with the last node in it.
    while (holder && holder !== this && this.contains(holder) && !holder.hasChildNodes()) {
      const wrapper: Node = holder
      holder = wrapper.parentNode
      if (holder) removeChild.call(holder, wrapper)
    }
    return child
  }

  Node.prototype.insertBefore = function insertWhereItIs<T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childHolding(this, before)) as T
  }
}

/** The child of a parent that is this node or contains it; null where there is none. */
function childHolding(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
