# The toolchain file for 64-bit Arm from Debian's cross gcc: the filters as static programs
# (-DFL_STATIC=ON). FL_SYSROOT holds the arm64 packages libjansson-dev, nettle-dev, libiberty-dev, unpacked.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
set(CMAKE_FIND_ROOT_PATH ${FL_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FL_SYSROOT)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${FL_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${FL_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)
