// The device of a program that is run as a reference: memory of its own, and launches of which every thread runs by itself.
// What stands behind these functions is compiled once (launcher.h); numbers are those of cudaError and cudaMemcpyKind.
#pragma once
#include <cstddef>
#include <functional>
#define LW_PROGRAM __attribute__((visibility("hidden")))
namespace lw {
enum Kept { nowhere, on_device, managed, pinned };
LW_PROGRAM void *allocated(size_t bytes, Kept kept);
LW_PROGRAM bool released(void *p);
// Memory that is the program's own, and that a device may write to while the host goes on (`pinned`), or a variable of the device.
LW_PROGRAM void known(const void *p, size_t bytes, Kept kept);
LW_PROGRAM void forgotten(const void *p);
LW_PROGRAM Kept kept(const void *p);
LW_PROGRAM int copied(void *to, const void *from, size_t bytes, int kind, bool waits);
LW_PROGRAM int filled(void *p, int value, size_t bytes, bool waits);
// What a device does by itself: the host sees it when it waits.
LW_PROGRAM void by_device(const std::function<void()> &work);
LW_PROGRAM void waited();
LW_PROGRAM bool nodes_backward();  // whether the nodes of a graph that may be run in any order are run from the last to the first
LW_PROGRAM int started(const char *kernel, const unsigned *grid, const unsigned *block, size_t bytes, const std::function<void()> &thread, bool together, bool now);
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
