// names: checkCmdLineFlag getCmdLineArgumentInt getCmdLineArgumentFloat getCmdLineArgumentString getCmdLineArgumentValue stringRemoveDelimiter sdkFindFilePath
// instead: helper_string.h helper_functions.h
// includes: cstdio cstdlib cstring strings.h
// The samples' header helper_string.h, where the program does not bring it: `-name` and `--name=value`.
#if __has_include(<helper_string.h>)
#include <helper_string.h>
#else
static inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int at = 0;
    while (text[at] == delimiter) ++at;
    return at;
}
// What stands behind `name=`, empty for a flag alone, nothing where no argument has the name.
static inline const char *lw_argument(int argc, const char **argv, const char *name) {
    const size_t length = strlen(name);
    for (int i = 1; i < argc; ++i) {
        const char *given = argv[i] + stringRemoveDelimiter('-', argv[i]);
        if (given == argv[i] || strncasecmp(given, name, length)) continue;
        if (given[length] == '=') return given + length + 1;
        if (!given[length]) return given + length;
    }
    return nullptr;
}
static inline bool checkCmdLineFlag(int argc, const char **argv, const char *name) { return lw_argument(argc, argv, name) != nullptr; }
static inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name) {
    const char *value = lw_argument(argc, argv, name);
    return value ? atoi(value) : 0;
}
static inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name) {
    const char *value = lw_argument(argc, argv, name);
    return value ? (float)atof(value) : 0.0f;
}
template <typename T> bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, T *value) {
    const char *given = lw_argument(argc, argv, name);
    if (given) *value = (T)atoi(given);
    return given != nullptr;
}
static inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **value) {
    const char *given = lw_argument(argc, argv, name);
    *value = const_cast<char *>(given);
    return given != nullptr;
}
static inline char *sdkFindFilePath(const char *name, const char *) {
    for (const char *folder : {"./", "./data/", "../", "../data/", "../../data/", "../../common/data/"}) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", folder, name);
        if (FILE *file = fopen(path, "rb")) {
            fclose(file);
            return strdup(path);
        }
    }
    return nullptr;
}
#endif
