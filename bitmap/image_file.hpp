#pragma once
// Pictures into files and back: one PNG, a numbered PNG per change, an animated GIF. Knows pixels, not guests.

#include <memory>
#include <string>
#include <string_view>

#include "bitmap/picture.hpp"
#include "emulator/support/result.hpp"

namespace mariner::bitmap {

/// A whole PNG file in memory.
Result<std::string> png_bytes(const Pixels& pixels);
Result<void> write_png(const std::string& path, const Pixels& pixels);
/// The pixels of a PNG as they stand in it: of 8 bits per colour or with a palette, neither interlaced nor transparent,
/// at most as large as a display. The error says what it is instead.
Result<Pixels> read_png(std::string_view bytes);

/// Takes the pictures of a run in their order. `at_milliseconds` is the guest's time, not the host's, so that the same
/// run gives the same file. A picture equal to the last one is not kept.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual Result<void> add(const Picture& picture, u64 at_milliseconds) = 0;
    /// Completes the file; nothing may be added after.
    virtual Result<void> finish() = 0;
    /// Pictures kept so far.
    [[nodiscard]] virtual size_t count() const = 0;
};

/// DIR/frame_000001.png and so on; the folder is made if it isn't there. At most `most` files.
Result<std::unique_ptr<Recorder>> record_frames(const std::string& folder, const Geometry& geometry,
                                                size_t most = 100000);

/// One GIF that plays the pictures at the guest's pace and repeats. At most `most` pictures.
Result<std::unique_ptr<Recorder>> record_gif(const std::string& path, const Geometry& geometry, size_t most = 20000);

}  // namespace mariner::bitmap
