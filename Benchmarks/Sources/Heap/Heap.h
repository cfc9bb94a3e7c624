// The C libraries' own books; Swift's modules of them leave these functions out.
#if __APPLE__
#include <malloc/malloc.h>
static inline long bytesInUse(void) { return (long)mstats().bytes_used; }
#elif __linux__
#include <malloc.h>
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
static inline long bytesInUse(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
#else
static inline long bytesInUse(void) { return 0; }
#endif
#else
static inline long bytesInUse(void) { return 0; }
#endif
