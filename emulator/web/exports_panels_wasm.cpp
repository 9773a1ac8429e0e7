// What a page calls to run programs under MARS's tools: the debug adapter once more, linked with the tools and the core
// that they watch. A page that shows none of them doesn't load it.

#include "emulator/web/conversation_exports_wasm.hpp"
