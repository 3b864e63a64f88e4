// The device of a program that is run as a reference, and what a translation that is told of has of it: memory of its own, and launches of which every thread runs by itself.
// What stands behind these functions is compiled once (launcher.h); numbers are those of cudaError and cudaMemcpyKind.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#define LW_PROGRAM __attribute__((visibility("hidden")))
namespace lw {
enum Kept { nowhere, on_device, managed, pinned };
// How close what is copied has to be (brought.py): bits where it is no floating point, of what is nothing to begin with nothing is known.
enum Element { unknown, mixed, exact, real4 = 4, real8 = 8 };
template <typename T> auto channel_of(T *p, int) -> decltype(&p->x);
template <typename T> T *channel_of(T *, long);
template <typename T> constexpr Element element_of() {
    typedef std::remove_cv_t<std::remove_all_extents_t<T>> V;
    if constexpr (std::is_void_v<V>) return unknown;
    else {
        typedef std::remove_cv_t<std::remove_pointer_t<decltype(channel_of((V *)nullptr, 0))>> C;
        if constexpr (std::is_same_v<C, float>) return real4;
        else if constexpr (std::is_same_v<C, double>) return real8;
        else return std::is_class_v<C> && sizeof(C) > 2 ? mixed : exact;
    }
}
LW_PROGRAM void *allocated(size_t bytes, Kept kept, Element element = unknown);
LW_PROGRAM bool released(void *p);
// Memory that is the program's own, and that a device may write to while the host goes on (`pinned`), or a variable of the device.
LW_PROGRAM void known(const void *p, size_t bytes, Kept kept, Element element = unknown, bool own = false);
LW_PROGRAM void forgotten(const void *p);
LW_PROGRAM Kept kept(const void *p);
LW_PROGRAM int copied(void *to, const void *from, size_t bytes, int kind, bool waits, Element element = unknown);
// What a copy brings to the host, and when it was asked for.
LW_PROGRAM uint32_t copy_number();
LW_PROGRAM void brought(uint32_t number, const void *p, size_t bytes, Element element = unknown);
LW_PROGRAM bool is_brought(const void *to, const void *from);
LW_PROGRAM void shared_is_seen();
LW_PROGRAM bool is_given_back(const void *p);  // what was given out is seen once more, and forgotten
LW_PROGRAM int filled(void *p, int value, size_t bytes, bool waits);
// What a device does by itself, in the stream that was entered last: the host sees it when it waits, for all or for a stream or an event.
LW_PROGRAM void by_device(const std::function<void()> &work);
LW_PROGRAM void waited();
LW_PROGRAM void waited_for(const void *stream);
LW_PROGRAM void waited_for_event(const void *event);
LW_PROGRAM void recorded(const void *event, const void *stream);
LW_PROGRAM void joined(const void *stream, const void *event);
LW_PROGRAM void *new_stream(unsigned flags);  // of one that does not block: it does not wait for what goes to no stream, nor that for it
LW_PROGRAM const void *entered(const void *stream);
struct In {
    const void *before;
    In(const void *stream) : before(entered(stream)) {}
    ~In() { entered(before); }
};
LW_PROGRAM bool nodes_backward();  // whether the nodes of a graph that may be run in any order are run from the last to the first
LW_PROGRAM size_t shared_beside(size_t bytes, size_t fixed);  // of a launch of a kernel that has more
LW_PROGRAM void shared_asked_for(size_t bytes);  // of a launch: more than any gets by itself
// The shared memory that a launch brings, beside the most threads that a block of its kernel may have.
struct Brought {
    size_t bytes;
    unsigned threads;
    Brought(size_t bytes, unsigned threads = 1024) : bytes(bytes), threads(threads) {}
    operator size_t() const { return bytes; }
};
LW_PROGRAM bool only_asked(bool now);  // whether launches only say whether they fail; what held before
LW_PROGRAM int started(const char *kernel, const unsigned *grid, const unsigned *block, Brought brought, const std::function<void()> &thread, bool together, bool now);
// Of the thread that runs: its number in its block, how many there are, and who waits for whom (oracle.h).
LW_PROGRAM int thread_number();
LW_PROGRAM int thread_count();
LW_PROGRAM void wait_block(void *place);
LW_PROGRAM void wait_warp(unsigned mask, void *place);
#ifdef LW_TOGETHER
static constexpr bool together = true;  // blocks of kernels of this file wait for each other
#else
static constexpr bool together = false;
#endif
}  // namespace lw
