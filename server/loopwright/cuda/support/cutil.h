// names: LW_CUTIL
// needs: runtime
// pruned: yes
// includes: cstdio cstdlib cstring cmath chrono fstream vector iterator
// What the header of the first samples, cutil.h, defines, where the program does not bring one of its own.
namespace lw_cutil {
    static inline void failed(const char *what, const char *file, int line) {
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
        exit(EXIT_FAILURE);
    }
    static inline void checked(cudaError_t error, const char *where, int line) {
        if (error != cudaSuccess) failed(cudaGetErrorString(error), where, line);
    }
}
#define CUDA_SAFE_CALL_NO_SYNC(call) lw_cutil::checked((call), __FILE__, __LINE__)
#define CUDA_SAFE_CALL(call) lw_cutil::checked((call), __FILE__, __LINE__)
#define CU_SAFE_CALL(call) ((void)(call))
#define CUT_SAFE_CALL(call) ((call) == CUTTrue ? (void)0 : lw_cutil::failed(#call, __FILE__, __LINE__))
#define CUT_CHECK_ERROR(message) lw_cutil::checked(cudaGetLastError(), message, __LINE__)
#define CUT_CONDITION(value) ((value) ? (void)0 : lw_cutil::failed(#value, __FILE__, __LINE__))
#define CUT_BANK_CHECKER(array, index) array[index]
#define CUT_DEVICE_INIT(...) ((void)0)
#define CUT_EXIT(...) exit(EXIT_SUCCESS)
#define cutilSafeCallNoSync(call) lw_cutil::checked((call), __FILE__, __LINE__)
#define cutilSafeCall(call) lw_cutil::checked((call), __FILE__, __LINE__)
#define cutilSafeThreadSync() ((void)0)
#define cutilCheckMsg(message) lw_cutil::checked(cudaGetLastError(), message, __LINE__)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCondition(value) CUT_CONDITION(value)
#define cutilDeviceInit(...) ((void)0)
#define cutilExit(...) ((void)0)
enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
static inline int cutGetMaxGflopsDeviceId() { return 0; }
static inline int cutilDrvGetMaxGflopsDeviceId() { return 0; }
static inline int cutilChooseCudaDevice(int, char **) { return 0; }
template <typename T> static inline CUTBoolean lw_all_near(const T *reference, const T *data, unsigned n, double epsilon) {
    for (unsigned i = 0; i < n; ++i) {
        const double apart = (double)reference[i] - (double)data[i];
        if (!(apart <= epsilon && apart >= -epsilon)) return CUTFalse;
    }
    return CUTTrue;
}
static inline CUTBoolean cutComparef(const float *reference, const float *data, unsigned n) { return lw_all_near(reference, data, n, 0); }
static inline CUTBoolean cutComparefe(const float *reference, const float *data, unsigned n, float epsilon) { return lw_all_near(reference, data, n, epsilon); }
static inline CUTBoolean cutComparei(const int *reference, const int *data, unsigned n) { return lw_all_near(reference, data, n, 0); }
static inline CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data, unsigned n) { return lw_all_near(reference, data, n, 0); }
static inline CUTBoolean cutCompareube(const unsigned char *reference, const unsigned char *data, unsigned n, float epsilon) { return lw_all_near(reference, data, n, epsilon); }
static inline CUTBoolean cutCompareL2fe(const float *reference, const float *data, unsigned n, float epsilon) {
    double error = 0, all = 0;
    for (unsigned i = 0; i < n; ++i) {
        const double apart = (double)reference[i] - (double)data[i];
        error += apart * apart, all += (double)reference[i] * (double)reference[i];
    }
    return all > 1e-7 && sqrt(error) / sqrt(all) < epsilon ? CUTTrue : CUTFalse;
}
// Numbers of a text file, into memory of the caller's size or, where it hands in none, into new memory.
template <typename T> static inline CUTBoolean lw_read_file(const char *name, T **data, unsigned *n) {
    std::ifstream file(name);
    if (!file) return CUTFalse;
    const std::vector<T> read{std::istream_iterator<T>(file), std::istream_iterator<T>()};
    if (*data && *n != read.size()) return CUTFalse;
    if (!*data) *data = (T *)malloc(read.size() * sizeof(T)), *n = (unsigned)read.size();
    if (!read.empty()) memcpy(*data, read.data(), read.size() * sizeof(T));
    return CUTTrue;
}
static inline CUTBoolean cutReadFilef(const char *name, float **data, unsigned *n, bool = false) { return lw_read_file(name, data, n); }
static inline CUTBoolean cutReadFiled(const char *name, double **data, unsigned *n, bool = false) { return lw_read_file(name, data, n); }
static inline CUTBoolean cutReadFilei(const char *name, int **data, unsigned *n, bool = false) { return lw_read_file(name, data, n); }
static inline CUTBoolean cutReadFileui(const char *name, unsigned **data, unsigned *n, bool = false) { return lw_read_file(name, data, n); }
template <typename T> static inline CUTBoolean lw_write_file(const char *name, const T *data, unsigned n, double epsilon) {
    std::ofstream file(name);
    file << "# " << epsilon << "\n";
    for (unsigned i = 0; i < n; ++i) file << data[i] << ' ';
    return file << std::endl ? CUTTrue : CUTFalse;
}
static inline CUTBoolean cutWriteFilef(const char *name, const float *data, unsigned n, float epsilon, bool = false) { return lw_write_file(name, data, n, epsilon); }
static inline CUTBoolean cutWriteFiled(const char *name, const double *data, unsigned n, double epsilon, bool = false) { return lw_write_file(name, data, n, epsilon); }
static inline CUTBoolean cutWriteFilei(const char *name, const int *data, unsigned n, bool = false) { return lw_write_file(name, data, n, 0); }
static inline CUTBoolean cutWriteFileui(const char *name, const unsigned *data, unsigned n, bool = false) { return lw_write_file(name, data, n, 0); }
// `--name` or `--name=value` on the command line.
static inline const char *lw_argument(int n, const char *const *given, const char *name) {
    const size_t length = strlen(name);
    for (int i = 1; i < n; ++i) {
        const char *at = given[i];
        while (*at == '-') ++at;
        if (at != given[i] && !strncmp(at, name, length) && (!at[length] || at[length] == '=')) return at[length] ? at + length + 1 : at + length;
    }
    return nullptr;
}
static inline CUTBoolean cutCheckCmdLineFlag(int n, const char **given, const char *name) { return lw_argument(n, given, name) ? CUTTrue : CUTFalse; }
static inline CUTBoolean cutGetCmdLineArgumenti(int n, const char **given, const char *name, int *value) {
    const char *said = lw_argument(n, given, name);
    return said && *said ? (*value = atoi(said), CUTTrue) : CUTFalse;
}
static inline CUTBoolean cutGetCmdLineArgumentf(int n, const char **given, const char *name, float *value) {
    const char *said = lw_argument(n, given, name);
    return said && *said ? (*value = (float)atof(said), CUTTrue) : CUTFalse;
}
// Clocks by number, in milliseconds.
struct lw_clock {
    double began, total;
    int sessions;
    bool runs;
};
static inline std::vector<lw_clock> &lw_clocks() { static std::vector<lw_clock> clocks; return clocks; }
static inline double lw_clock_now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static inline CUTBoolean cutCreateTimer(unsigned *name) { return *name = (unsigned)lw_clocks().size(), lw_clocks().push_back({}), CUTTrue; }
static inline CUTBoolean cutDeleteTimer(unsigned name) { return name < lw_clocks().size() ? CUTTrue : CUTFalse; }
static inline CUTBoolean cutStartTimer(unsigned name) {
    if (name >= lw_clocks().size()) return CUTFalse;
    lw_clock &clock = lw_clocks()[name];
    return clock.began = lw_clock_now(), clock.runs = true, CUTTrue;
}
static inline CUTBoolean cutStopTimer(unsigned name) {
    if (name >= lw_clocks().size()) return CUTFalse;
    lw_clock &clock = lw_clocks()[name];
    return clock.total += lw_clock_now() - clock.began, ++clock.sessions, clock.runs = false, CUTTrue;
}
static inline CUTBoolean cutResetTimer(unsigned name) {
    if (name >= lw_clocks().size()) return CUTFalse;
    lw_clock &clock = lw_clocks()[name];
    return clock.began = lw_clock_now(), clock.total = 0, clock.sessions = 0, CUTTrue;
}
static inline float cutGetTimerValue(unsigned name) { return (float)(lw_clocks().at(name).total + (lw_clocks()[name].runs ? lw_clock_now() - lw_clocks()[name].began : 0)); }
static inline float cutGetAverageTimerValue(unsigned name) { return lw_clocks().at(name).sessions ? (float)(lw_clocks()[name].total / lw_clocks()[name].sessions) : 0; }
