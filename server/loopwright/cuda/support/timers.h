// names: StopWatchInterface sdkCreateTimer sdkDeleteTimer sdkStartTimer sdkStopTimer sdkResetTimer sdkGetTimerValue sdkGetAverageTimerValue
// instead: helper_timer.h helper_functions.h
// includes: chrono
// The clock of the samples' header helper_timer.h, where the program does not bring that header: milliseconds.
#if __has_include(<helper_timer.h>)
#include <helper_timer.h>
#else
class StopWatchInterface {
public:
    void start() { began = now(), running = true; }
    void stop() { total += now() - began, ++sessions, running = false; }
    void reset() { total = 0, sessions = 0, began = now(); }
    float getTime() const { return (float)(total + (running ? now() - began : 0)); }
    float getAverageTime() const { return sessions ? (float)(total / sessions) : 0; }

private:
    static double now() {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    double began = 0, total = 0;
    int sessions = 0;
    bool running = false;
};
static inline bool sdkCreateTimer(StopWatchInterface **timer) { return (*timer = new StopWatchInterface) != nullptr; }
static inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
static inline bool sdkStartTimer(StopWatchInterface **timer) { return *timer ? ((*timer)->start(), true) : false; }
static inline bool sdkStopTimer(StopWatchInterface **timer) { return *timer ? ((*timer)->stop(), true) : false; }
static inline bool sdkResetTimer(StopWatchInterface **timer) { return *timer ? ((*timer)->reset(), true) : false; }
static inline float sdkGetTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getTime() : 0.0f; }
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getAverageTime() : 0.0f; }
#endif
