/** What the database of uploads is called, and the mark that says that there is something in it. */
export const keptName = 'plinth-uploads'
