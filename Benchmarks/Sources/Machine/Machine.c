// What Swift's modules of the C libraries leave out.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Machine.h"
#if __APPLE__
#include <malloc/malloc.h>
#elif __linux__
#include <malloc.h>
#include <sched.h>
#include <sys/resource.h>
#endif

long bytesInUse(void) {
#if __APPLE__
    return (long)mstats().bytes_used;
#elif defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
#else
    return 0;
#endif
#else
    return 0;
#endif
}

void pin(int core) {
#if __linux__
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    core %= CPU_COUNT(&allowed);
    int number = 0;
    while (!CPU_ISSET(number, &allowed) || core-- > 0) number++;
    CPU_ZERO(&one);
    CPU_SET(number, &one);
    sched_setaffinity(0, sizeof one, &one);
#endif
}

long interruptions(void) {
#if __linux__
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
#else
    return 0;
#endif
}
