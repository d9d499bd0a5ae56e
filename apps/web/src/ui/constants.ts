/** Delays and sizes of section 9 of the specification. They are passed on by name, so an update of a library cannot move them. */
export const TOOLTIP_DELAY = 700
export const HOVER_CARD_OPEN_DELAY = 700
export const HOVER_CARD_CLOSE_DELAY = 300
export const SCROLLBAR_HIDE_DELAY = 600
export const COPIED_FOR = 2000

export const TOASTS_VISIBLE = 3
export const TOAST_DURATION = 4000
/** With a button that takes something back: long enough to read it and to reach the button. */
export const UNDO_DURATION = 8000
export const TOAST_WIDTH = 356
export const TOAST_GAP = 14
export const TOAST_SWIPE = 20

export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50]
export const COLUMN_WIDTH = 150
export const COLUMN_MIN_WIDTH = 20
export const SKELETON_ROWS = 3

/** Waiting shorter than this shows no spinner. */
export const SPINNER_DELAY = 300
