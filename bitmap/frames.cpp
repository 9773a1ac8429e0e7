#include <array>
#include <cstdio>
#include <filesystem>

#include "bitmap/image_file.hpp"

namespace mariner::bitmap {

namespace {

class FrameRecorder final : public Recorder {
public:
    FrameRecorder(std::string folder, const Geometry& geometry, size_t most)
        : m_folder(std::move(folder)), m_geometry(geometry), m_most(most) {}

    Result<void> add(const Picture& picture, u64 /*at_milliseconds*/) override {
        if (picture == m_last) {
            return {};
        }
        if (m_count == m_most) {
            return Error{m_folder + " holds " + std::to_string(m_most) + " frames; no more are written"};
        }
        m_last = picture;
        std::array<char, 32> name{};
        std::snprintf(name.data(), name.size(), "/frame_%06zu.png", ++m_count);
        return write_png(m_folder + name.data(), to_pixels(picture, m_geometry));
    }
    Result<void> finish() override { return {}; }
    [[nodiscard]] size_t count() const override { return m_count; }

private:
    std::string m_folder;
    Geometry m_geometry;
    size_t m_most;
    size_t m_count = 0;
    Picture m_last;
};

}  // namespace

Result<std::unique_ptr<Recorder>> record_frames(const std::string& folder, const Geometry& geometry, size_t most) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error)) {
        return Error{"the folder " + folder + " for frames can't be made" +
                     (error ? ": " + error.message() : std::string(": there is a file of that name"))};
    }
    return std::unique_ptr<Recorder>(std::make_unique<FrameRecorder>(folder, geometry, most));
}

}  // namespace mariner::bitmap
