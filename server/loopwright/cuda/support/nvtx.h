// names: nvtxRangePush nvtxRangePushA nvtxRangePushW nvtxRangePushEx nvtxRangePop nvtxMark nvtxMarkA nvtxMarkEx nvtxRangeStart nvtxRangeStartA nvtxRangeStartEx nvtxRangeEnd nvtxEventAttributes_t nvtxDomainHandle_t nvtxDomainCreateA nvtxNameOsThreadA nvtxNameCudaStreamA nvtxInitialize
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
