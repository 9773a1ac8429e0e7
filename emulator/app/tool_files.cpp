#include "emulator/app/tool_files.hpp"

#include "bitmap/image_file.hpp"
#include "emulator/app/load_program.hpp"

namespace mariner::app {

bool write_tool_files(const tools::ToolSet& tools) {
    bool is_written = true;
    for (const tools::ToolFile& file : tools.files()) {
        if (!file.picture) {
            is_written = write_output(file.path, file.text) && is_written;
            continue;
        }
        const tools::ToolPicture& picture = *file.picture;
        const Result<std::string> bytes = bitmap::png_bytes({picture.width, picture.height, picture.pixels});
        if (!bytes) {
            print_error("run", bytes.error().message);
        }
        is_written = bytes && write_output(file.path, *bytes) && is_written;
    }
    return is_written;
}

}  // namespace mariner::app
