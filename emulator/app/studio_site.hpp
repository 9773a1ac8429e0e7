#pragma once
// What `mariner studio` serves, without any connection: the page's files, and the texts that it was opened on.
// Everything lies below a token that nobody can guess; who asks must name this very server (Host), and must not come
// from another page (Origin). Called by cmd_studio from several threads.

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/protocol/http.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

/// A text that may be read and written; `name` is what the page calls it.
struct StudioFile {
    std::string name;
    std::string path;
};

class StudioSite {
public:
    static constexpr size_t most_file_bytes = size_t{16} << 20;

    /// `authority`: "127.0.0.1:PORT". The page's files are those that lie in the folder now.
    StudioSite(const std::string& page_folder, std::vector<StudioFile> files, std::string token, std::string authority);

    [[nodiscard]] protocol::HttpReply answer(const protocol::HttpRequest& request);
    /// How often somebody who knew the token has asked, and whether the page has said that it goes.
    struct Presence {
        u64 requests = 0;
        bool has_left = false;
    };
    [[nodiscard]] Presence presence() const;

private:
    [[nodiscard]] bool is_ours(const protocol::HttpRequest& request) const;
    [[nodiscard]] protocol::HttpReply page_file(std::string_view name) const;
    [[nodiscard]] protocol::HttpReply list_files(bool with_texts) const;
    [[nodiscard]] protocol::HttpReply save(size_t index, const protocol::HttpRequest& request);

    std::map<std::string, std::string, std::less<>> m_page;  // paths by names
    std::vector<StudioFile> m_files;
    std::string m_token;
    std::string m_authority;
    mutable std::mutex m_mutex;
    Presence m_presence;
};

/// The files to open: names as they are given, folders as the sources in them; each under a name of its own.
Result<std::vector<StudioFile>> studio_files(const std::vector<std::string>& wanted);

}  // namespace mariner::app
