/** What the database of uploads is called, and the mark that says that there is something in it. */
export const keptName = 'plinth-uploads'

/** What notes begin with that there is more to be found of what was dropped. */
export const walkPrefix = 'plinth-uploads-walk:'
