/// The bytes of the heap that are in use; 0 where nobody keeps such a book.
long bytesInUse(void);
/// Keeps the calling thread on one of the cores that the program may use. Only Linux lets it ask for that.
void pin(int core);
/// How often the calling thread had to leave its core to another one. Only Linux counts that.
long interruptions(void);
