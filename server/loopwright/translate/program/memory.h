// What memory a program has, and what the host comes to see of a device's: of a reference (launcher.h) and of a translation (told_memory.h).
#pragma once
#include <algorithm>
#include <map>
#include <mutex>
#include <vector>
#include "device.h"
#include "record.h"

namespace lw {

static bool asked(unsigned mode) { return lw_record && lw_record->mode & mode; }

struct Piece {
    size_t bytes;
    Kept kept;
    Element element;
    bool own;         // given out here
    uint32_t number;  // as it was given out
};
// Programs use it before and after main: it is never taken down.
static std::map<uintptr_t, Piece> &pieces() { static auto *all = new std::map<uintptr_t, Piece>; return *all; }
static std::recursive_mutex &lock() { static auto *one = new std::recursive_mutex; return *one; }
using Alone = std::lock_guard<std::recursive_mutex>;
static const size_t room_behind = 512;  // a GPU gives whole pages

static std::pair<const uintptr_t, Piece> *piece_of(const void *p) {
    auto after = pieces().upper_bound((uintptr_t)p);
    if (after == pieces().begin()) return nullptr;
    auto &found = *--after;
    return (uintptr_t)p < found.first + std::max<size_t>(found.second.bytes, 1) + (found.second.own ? room_behind : 0) ? &found : nullptr;
}

LW_PROGRAM void known(const void *p, size_t bytes, Kept kept, Element element, bool own) {
    Alone alone(lock());
    static uint32_t number = 0;
    pieces()[(uintptr_t)p] = {bytes, kept, element, own, number++};
}
LW_PROGRAM void forgotten(const void *p) { Alone alone(lock()); pieces().erase((uintptr_t)p); }
LW_PROGRAM Kept kept(const void *p) {
    Alone alone(lock());
    const auto *found = piece_of(p);
    return found ? found->second.kept : nowhere;
}

// ---- what the host comes to see

LW_PROGRAM uint32_t copy_number() { return asked(LW_TOLD) ? lw_copy_number() : 0; }
LW_PROGRAM void brought(uint32_t number, const void *p, size_t bytes, Element element) {
    if (asked(LW_TOLD)) lw_brought(number, p, bytes, element);
}
LW_PROGRAM bool is_brought(const void *to, const void *from) {
    const Kept there = kept(to), here = kept(from);
    return (there == nowhere || there == pinned) && (here == on_device || here == managed);
}
// Memory that host and device share is seen where the host waits for the device, and where it is given back.
static void seen(const std::pair<const uintptr_t, Piece> &piece) {
    if (piece.second.kept == managed || piece.second.kept == pinned) brought(copy_number(), (const void *)piece.first, piece.second.bytes, piece.second.element);
}
LW_PROGRAM bool is_given_back(const void *p) {
    Alone alone(lock());
    const auto found = pieces().find((uintptr_t)p);
    if (found == pieces().end()) return false;
    seen(*found);
    return pieces().erase(found), true;
}
LW_PROGRAM void shared_is_seen() {
    Alone alone(lock());
    if (!asked(LW_TOLD)) return;
    std::vector<const std::pair<const uintptr_t, Piece> *> all;
    for (const auto &piece : pieces()) all.push_back(&piece);
    std::sort(all.begin(), all.end(), [](auto *a, auto *b) { return a->second.number < b->second.number; });
    for (const auto *piece : all) seen(*piece);
}
// What is never given back is seen in the end; what threads print then is lost.
static bool is_over = false;
static struct AtEnd { ~AtEnd() { is_over = true, waited(), shared_is_seen(); } } at_end;

}  // namespace lw
