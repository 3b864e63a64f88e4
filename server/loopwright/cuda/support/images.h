// names: sdkLoadPGM sdkLoadPPM4 sdkLoadPPM4ub sdkLoadPPMub sdkSavePGM sdkSavePPM4ub sdkSavePPMub sdkReadFile sdkWriteFile compareData compareDataAsFloatThreshold sdkCompareL2fe sdkComparePGM sdkComparePPM __loadPPM __savePPM
// instead: helper_image.h helper_functions.h
// includes: algorithm cmath cstdio cstdlib cstring fstream iterator string type_traits vector
// The samples' header helper_image.h, where the program does not bring it: pictures (PGM, PPM), numbers in files, comparisons.
#if __has_include(<helper_image.h>)
#include <helper_image.h>
#else
static inline bool __loadPPM(const char *name, unsigned char **data, unsigned *w, unsigned *h, unsigned *channels) {
    std::ifstream file(name, std::ios::binary);
    std::string kind, word;
    unsigned head[3] = {0, 0, 0};
    if (!(file >> kind) || (kind != "P5" && kind != "P6")) return fprintf(stderr, "%s is no picture that can be read\n", name), *data = nullptr, false;
    for (int i = 0; i < 3 && file >> word; ++i) {
        while (word[0] == '#' && std::getline(file, word) && file >> word) {}
        head[i] = (unsigned)atoi(word.c_str());
    }
    file.get();
    *channels = kind == "P5" ? 1 : 3;
    const size_t bytes = (size_t)head[0] * head[1] * *channels;
    if (*data && (*w != head[0] || *h != head[1])) return fprintf(stderr, "%s has another size\n", name), false;
    if (!*data) *data = (unsigned char *)malloc(bytes), *w = head[0], *h = head[1];
    return (bool)file.read((char *)*data, (std::streamsize)bytes);
}
static inline bool __savePPM(const char *name, unsigned char *data, unsigned w, unsigned h, unsigned channels) {
    std::ofstream file(name, std::ios::binary);
    file << (channels == 1 ? "P5" : "P6") << "\n" << w << "\n" << h << "\n" << 255 << "\n";
    return file.write((const char *)data, (std::streamsize)((size_t)w * h * channels)).flush().good();
}
// A byte as a number of another type, and back: between 0 and 1 where it is no whole number.
template <typename T> static inline T lw_of_byte(unsigned char byte) { return std::is_floating_point<T>::value ? (T)(byte / 255.0f) : (T)byte; }
template <typename T> static inline unsigned char lw_to_byte(T value) { return std::is_floating_point<T>::value ? (unsigned char)(value * 255.0f) : (unsigned char)value; }
template <typename T> static inline bool sdkLoadPGM(const char *name, T **data, unsigned *w, unsigned *h) {
    unsigned char *bytes = nullptr;
    unsigned width = 0, height = 0, channels = 0;
    const bool read = __loadPPM(name, &bytes, &width, &height, &channels) && channels == 1 && (!*data || (*w == width && *h == height));
    if (read && !*data) *data = (T *)malloc(sizeof(T) * width * height), *w = width, *h = height;
    for (size_t i = 0; read && i < (size_t)width * height; ++i) (*data)[i] = lw_of_byte<T>(bytes[i]);
    return free(bytes), read;
}
template <typename T> static inline bool sdkLoadPPM4(const char *name, T **data, unsigned *w, unsigned *h) {
    unsigned char *bytes = nullptr;
    unsigned channels = 0;
    const bool read = __loadPPM(name, &bytes, w, h, &channels) && channels == 3;
    if (read) *data = (T *)malloc(sizeof(T) * *w * *h * 4);
    for (size_t i = 0; read && i < (size_t)*w * *h; ++i) {
        for (int c = 0; c < 3; ++c) (*data)[4 * i + c] = (T)bytes[3 * i + c];
        (*data)[4 * i + 3] = T(0);
    }
    return free(bytes), read;
}
static inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned *w, unsigned *h) { return sdkLoadPPM4(name, data, w, h); }
static inline bool sdkLoadPPMub(const char *name, unsigned char **data, unsigned *w, unsigned *h) {
    unsigned channels = 0;
    return __loadPPM(name, data, w, h, &channels);
}
template <typename T> static inline bool sdkSavePGM(const char *name, T *data, unsigned w, unsigned h) {
    std::vector<unsigned char> bytes((size_t)w * h);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = lw_to_byte<T>(data[i]);
    return __savePPM(name, bytes.data(), w, h, 1);
}
static inline bool sdkSavePPMub(const char *name, unsigned char *data, unsigned w, unsigned h) { return __savePPM(name, data, w, h, 3); }
static inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned w, unsigned h) {
    std::vector<unsigned char> bytes((size_t)w * h * 3);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
    return __savePPM(name, bytes.data(), w, h, 3);
}
template <typename T> static inline bool sdkReadFile(const char *name, T **data, unsigned *n, bool = false) {
    std::ifstream file(name);
    if (!file) return fprintf(stderr, "%s cannot be opened\n", name), false;
    const std::vector<T> read{std::istream_iterator<T>(file), std::istream_iterator<T>()};
    if (*data && *n != read.size()) return false;
    if (!*data) *data = (T *)malloc(read.size() * sizeof(T)), *n = (unsigned)read.size();
    std::copy(read.begin(), read.end(), *data);
    return true;
}
template <typename T, typename S> static inline bool sdkWriteFile(const char *name, const T *data, unsigned n, const S epsilon, bool = false, bool append = false) {
    std::ofstream file(name, append ? std::ios::out | std::ios::app : std::ios::out);
    if (!append) file << "# " << epsilon << "\n";
    for (unsigned i = 0; i < n; ++i) file << data[i] << ' ';
    return (bool)(file << std::endl);
}
template <typename T, typename S> static inline bool compareData(const T *reference, const T *data, unsigned n, const S epsilon, const float threshold) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < n; ++i) {
        const float apart = (float)reference[i] - (float)data[i];
        wrong += !(apart <= epsilon && apart >= -epsilon);
    }
    if (threshold == 0.0f) return wrong == 0;
    if (wrong) printf("%4.2f(%%) of bytes mismatched (count=%u)\n", (float)wrong * 100 / (float)n, wrong);
    return (float)n * threshold > (float)wrong;
}
template <typename T, typename S> static inline bool compareDataAsFloatThreshold(const T *reference, const T *data, unsigned n, const S epsilon, const float threshold) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < n; ++i) wrong += !(fabsf((float)reference[i] - (float)data[i]) < epsilon);
    return threshold == 0.0f ? wrong == 0 : (float)n * threshold > (float)wrong;
}
static inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned n, float epsilon) {
    float error = 0, all = 0;
    for (unsigned i = 0; i < n; ++i) {
        const float apart = reference[i] - data[i];
        error += apart * apart, all += reference[i] * reference[i];
    }
    return fabsf(all) > 1e-7f && sqrtf(error) / sqrtf(all) < epsilon;
}
static inline bool lw_same_pictures(const char *one, const char *other, float epsilon, float threshold) {
    unsigned char *a = nullptr, *b = nullptr;
    unsigned w[2], h[2], channels[2];
    bool same = __loadPPM(one, &a, &w[0], &h[0], &channels[0]) && __loadPPM(other, &b, &w[1], &h[1], &channels[1]);
    same = same && w[0] == w[1] && h[0] == h[1] && channels[0] == channels[1] && compareData(b, a, w[0] * h[0] * channels[0], epsilon, threshold);
    return free(a), free(b), same;
}
static inline bool sdkComparePPM(const char *one, const char *other, float epsilon, float threshold, bool = false) { return lw_same_pictures(one, other, epsilon, threshold); }
static inline bool sdkComparePGM(const char *one, const char *other, float epsilon, float threshold, bool = false) { return lw_same_pictures(one, other, epsilon, threshold); }
#endif
