# SPDX-License-Identifier: MIT
# Compiler settings shared by our own targets only, and the two functions that declare a library and a program.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O2, not -O3: the latter makes this compiler warn of overlaps and uninitialised values that are not there.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# 25 files of a folder as one: each header is read once, in less than half of the time.
if(VPSFIT_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 25)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(vpsfit_settings INTERFACE)
target_include_directories(vpsfit_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(vpsfit_settings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion
                                                 -Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns of overlaps, bounds and uninitialised values inside std::string and std::optional that are not there.
  target_compile_options(vpsfit_settings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()
if(VPSFIT_DEVELOPER)
  target_compile_options(vpsfit_settings INTERFACE -Werror -D_GLIBCXX_ASSERTIONS)
else()
  target_compile_options(vpsfit_settings INTERFACE -D_FORTIFY_SOURCE=2)
endif()
if(VPSFIT_SANITIZE)
  add_compile_options(-O0 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # a quarter of the compile time; the fuzz targets keep these checks
    add_compile_options(-fno-sanitize=null,alignment,vptr,object-size)
  endif()
  add_link_options(-fsanitize=address,undefined)
endif()

# Clang's own linker, where it is there, needs a fraction of the time for thirty test programs.
find_program(VPSFIT_LLD ld.lld)
if(VPSFIT_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(-fuse-ld=lld)
endif()

if(VPSFIT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "VPSFIT_FUZZ needs clang: cmake --preset fuzz")
  endif()
  add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()

# Every .cpp of the folder belongs to its library, named vpsfit_<folder>; ARGN are the libraries below it.
function(vpsfit_library name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    add_library(vpsfit_${name} INTERFACE)
    target_link_libraries(vpsfit_${name} INTERFACE vpsfit_settings ${ARGN})
    return()
  endif()
  add_library(vpsfit_${name} STATIC ${sources})
  target_link_libraries(vpsfit_${name} PUBLIC vpsfit_settings ${ARGN})
endfunction()
