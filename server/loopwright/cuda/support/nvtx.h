// names: nvtxRangePush nvtxRangePushA nvtxRangePushW nvtxRangePushEx nvtxRangePop nvtxMark nvtxMarkA nvtxMarkEx nvtxRangeStart nvtxRangeStartA nvtxRangeStartEx nvtxRangeEnd nvtxEventAttributes_t nvtxDomainHandle_t nvtxDomainCreateA nvtxNameOsThreadA nvtxNameCudaStreamA nvtxInitialize nvtx3 NVTX3_FUNC_RANGE NVTX3_FUNC_RANGE_IF nvtxNameCudaDeviceA nvtxNameCudaEventA
// includes: cstdint
// pruned: yes
// Marks for a profiler of GPUs: nobody looks at them here.
typedef unsigned long long nvtxRangeId_t;
typedef struct lw_domain *nvtxDomainHandle_t;
enum { NVTX_VERSION = 3, NVTX_EVENT_ATTRIB_STRUCT_SIZE = 48 };
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, NVTX_PAYLOAD_TYPE_INT32, NVTX_PAYLOAD_TYPE_FLOAT
};
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; };
union nvtxPayload_t { uint64_t ullValue; int64_t llValue; double dValue; uint32_t uiValue; int32_t iValue; float fValue; };
struct nvtxEventAttributes_t {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    nvtxPayload_t payload;
    int32_t messageType;
    nvtxMessageValue_t message;
};
static inline int nvtxRangePush(const char *) { return 0; }
static inline int nvtxRangePushA(const char *) { return 0; }
static inline int nvtxRangePushW(const wchar_t *) { return 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *) { return 0; }
static inline int nvtxRangePop() { return 0; }
static inline void nvtxMark(const char *) {}
static inline void nvtxMarkA(const char *) {}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *) {}
static inline nvtxRangeId_t nvtxRangeStart(const char *) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *) { return 0; }
static inline void nvtxRangeEnd(nvtxRangeId_t) {}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *) { return nullptr; }
static inline void nvtxNameOsThreadA(uint32_t, const char *) {}
static inline void nvtxNameCudaStreamA(void *, const char *) {}
static inline void nvtxInitialize(const void *) {}
static inline void nvtxNameCudaDeviceA(int, const char *) {}
static inline void nvtxNameCudaEventA(void *, const char *) {}
#define NVTX3_FUNC_RANGE() ((void)0)
#define NVTX3_FUNC_RANGE_IF(condition) ((void)(condition))
// The same in C++ (nvtx3.hpp).
namespace nvtx3 {
struct domain { struct global; };
struct color { template <typename... T> explicit constexpr color(T...) {} };
struct rgb { template <typename... T> explicit constexpr rgb(T...) {} };
struct argb { template <typename... T> explicit constexpr argb(T...) {} };
struct category { template <typename... T> explicit constexpr category(T...) {} };
struct payload { template <typename... T> explicit constexpr payload(T...) {} };
struct message { template <typename... T> constexpr message(T...) {} };
struct event_attributes { template <typename... T> constexpr event_attributes(const T &...) {} };
struct range_handle { unsigned long long value; };
template <typename D = domain::global> struct scoped_range_in { template <typename... T> explicit scoped_range_in(const T &...) {} scoped_range_in(const scoped_range_in &) = delete; };
using scoped_range = scoped_range_in<>;
template <typename D = domain::global> struct unique_range_in { template <typename... T> explicit unique_range_in(const T &...) {} };
using unique_range = unique_range_in<>;
template <typename D = domain::global> using thread_range_in = scoped_range_in<D>;
using thread_range = scoped_range;
template <typename D = domain::global, typename... T> inline void mark_in(const T &...) {}
template <typename... T> inline void mark(const T &...) {}
template <typename... T> inline range_handle start_range(const T &...) { return {}; }
inline void end_range(range_handle) {}
}
