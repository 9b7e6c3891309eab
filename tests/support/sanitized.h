/* Is the test built with AddressSanitizer? gcc says it by a macro, clang by a feature. */
#ifndef FL_TESTS_SUPPORT_SANITIZED_H
#define FL_TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

#endif
