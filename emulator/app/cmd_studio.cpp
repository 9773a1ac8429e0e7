// `mariner studio`: the studio's page and the files it was opened on, served to this machine's own browser.

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>

#include "emulator/app/commands.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/app/studio_site.hpp"
#include "emulator/platform/desktop.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/platform/process.hpp"
#include "emulator/platform/sockets.hpp"
#include "emulator/protocol/channel.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace fs = std::filesystem;
using platform::Listener;

namespace {

using Clock = std::chrono::steady_clock;

struct StudioOptions {
    std::vector<std::string> files{"."};
    std::string page;
    u16 port = 0;
    bool no_browser = false;
};

constexpr const char* studio_examples =
    "examples:\n"
    "  mariner studio hw.asm lib.asm\n"
    "  mariner studio                 the sources of this folder\n"
    "\nThe page works on these files: what is typed there is saved, and what changes on the disk is seen there. It is\n"
    "served to this machine only, below an address that nobody can guess. The command ends when the page is closed, "
    "or\n"
    "by Ctrl-C.\n"
    "\nexit codes: 0 the page was closed, 2 wrong usage, 66 a file can't be read, 69 there is no page, 130 Ctrl-C\n";

constexpr int look_milliseconds = 200;
constexpr int request_milliseconds = 5000;
/// A page that is loaded anew comes back sooner than that; one that is neither closed nor heard of, in a tab that the
/// browser has put to sleep perhaps, may come back late.
constexpr auto patience_after_leaving = std::chrono::seconds(3);
constexpr auto patience_for_a_word = std::chrono::hours(1);
constexpr int most_connections = 64;

std::string new_token() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device source;
    std::string token;
    for (int i = 0; i < 32; ++i) {
        token += digits[source() % digits.size()];
    }
    return token;
}

/// Beside the program as it is built, unpacked or installed; empty if it is nowhere.
std::string find_page(const std::string& wanted) {
    const fs::path folder = fs::path(platform::program_path()).parent_path();
    const std::vector<fs::path> places =
        wanted.empty() ? std::vector<fs::path>{folder / "studio", folder.parent_path() / "studio",
                                               folder.parent_path() / "share" / "mariner" / "studio"}
                       : std::vector<fs::path>{wanted};
    std::error_code trouble;
    for (const fs::path& place : places) {
        if (fs::is_regular_file(place / "core.wasm", trouble) && fs::is_regular_file(place / "index.html", trouble)) {
            return place.string();
        }
    }
    return {};
}

/// The address is a secret, and the arguments of a program aren't: the browser is given a file that leads there.
class Signpost {
public:
    explicit Signpost(const std::string& address) {
        std::error_code trouble;
        m_path = (fs::temp_directory_path(trouble) / ("mariner-studio-" + new_token() + ".html")).string();
        {
            const Descriptor made = platform::open_file(m_path, platform::Opening::create, false);
            if (made.number() < 0) {
                return;
            }
        }
        fs::permissions(m_path, fs::perms::owner_read | fs::perms::owner_write, trouble);
        m_is_written =
            write_file(m_path, "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" +
                                   address + "\"><title>Mariner studio</title>")
                .has_value();
    }
    ~Signpost() {
        std::error_code trouble;
        fs::remove(m_path, trouble);
    }
    Signpost(const Signpost&) = delete;
    Signpost& operator=(const Signpost&) = delete;

    [[nodiscard]] bool open() const { return m_is_written && platform::open_in_browser(m_path); }

private:
    std::string m_path;
    bool m_is_written = false;
};

/// One connection, one request, one answer.
void serve(const Descriptor& connection, StudioSite& site) {
    const protocol::Channel channel(connection.number(), connection.number());
    protocol::HttpReader reader(StudioSite::most_file_bytes);
    const Clock::time_point end = Clock::now() + std::chrono::seconds(30);
    while (Clock::now() < end && channel.is_ready(request_milliseconds)) {
        const std::string bytes = channel.receive();
        if (bytes.empty()) {
            return;
        }
        const protocol::HttpReader::HttpProgress progress = reader.feed(bytes);
        if (progress == protocol::HttpReader::HttpProgress::more) {
            continue;
        }
        const bool is_whole = progress == protocol::HttpReader::HttpProgress::whole;
        const protocol::HttpReply reply =
            is_whole ? site.answer(reader.request()) : protocol::HttpReply{reader.status(), "text/plain", "no\n"};
        static_cast<void>(channel.send(protocol::http_text(reply)));
        return;
    }
}

std::atomic<bool> was_interrupted = false;

/// Whether the page said goodbye, or has been silent for so long that it can't be there.
class Attendance {
public:
    explicit Attendance(const StudioSite& site) : m_site(site) {}

    [[nodiscard]] bool is_over() {
        const StudioSite::Presence now = m_site.presence();
        if (now.requests != m_seen) {
            m_seen = now.requests;
            m_last = Clock::now();
        }
        const auto silence = Clock::now() - m_last;
        return now.has_left ? silence > patience_after_leaving : m_seen > 0 && silence > patience_for_a_word;
    }

private:
    const StudioSite& m_site;
    u64 m_seen = 0;
    Clock::time_point m_last = Clock::now();
};

int serve_all(const Listener& listener, const std::shared_ptr<StudioSite>& site) {
    const auto open = std::make_shared<std::atomic<int>>(0);
    Attendance attendance(*site);
    platform::on_interrupt([] { was_interrupted = true; });
    while (!was_interrupted && !attendance.is_over()) {
        Result<Descriptor> connection = listener.accept(look_milliseconds);
        if (!connection || *open >= most_connections) {
            continue;
        }
        ++*open;
        std::thread([peer = std::move(*connection), site, open] {
            serve(peer, *site);
            --*open;
        }).detach();
    }
    return was_interrupted ? exit_code::interrupted : exit_code::success;
}

bool is_elsewhere() {
    return std::getenv("SSH_CONNECTION") != nullptr;
}

void tell(const std::string& address, u16 port) {
    std::printf("%s\n", address.c_str());
    if (is_elsewhere()) {
        const std::string number = std::to_string(port);
        std::printf("From your own machine: ssh -L %s:127.0.0.1:%s and this one's name; then open the address there.\n",
                    number.c_str(), number.c_str());
    }
    std::printf("Ctrl-C ends it, and so does closing the page.\n");
    std::fflush(stdout);
}

int run_studio(const StudioOptions& options) {
    const std::string page = find_page(options.page);
    if (page.empty()) {
        return fail_with(exit_code::unavailable, "studio",
                         "there is no page beside this program: a release brings it; in the sources tools/studio/build "
                         "makes it (with npm); --page names its folder");
    }
    Result<std::vector<StudioFile>> files = studio_files(options.files);
    if (!files) {
        return fail_with(exit_code::unreadable_file, "studio", files.error().message);
    }
    if (files->empty()) {
        return fail_with(exit_code::unreadable_file, "studio", "there is no .asm file here; name one");
    }
    const Result<Listener> listener = Listener::open(std::string(Listener::this_machine), options.port);
    if (!listener) {
        return fail_with(exit_code::unavailable, "studio", listener.error().message);
    }
    platform::ignore_broken_pipes();
    const std::string token = new_token();
    const std::string authority = std::string(Listener::this_machine) + ":" + std::to_string(listener->port());
    const auto site = std::make_shared<StudioSite>(page, std::move(*files), token, authority);
    const std::string address = "http://" + authority + "/" + token + "/?folder";
    tell(address, listener->port());
    std::optional<Signpost> signpost;
    if (!options.no_browser && !is_elsewhere() && platform::look_for_screen()) {
        signpost.emplace(address);
        if (!signpost->open()) {
            std::fprintf(stderr, "mariner studio: no browser can be opened here: open the address above\n");
        }
    }
    return serve_all(*listener, site);
}

}  // namespace

int cmd_studio(int argc, char** argv) {
    CLI::App app("Opens the studio, a page to write, run and rewind programs in, on files of yours.", "mariner studio");
    StudioOptions options;
    app.add_option("FILE", options.files, "files, or folders of them; without any, the sources of this folder");
    app.add_flag("--no-browser", options.no_browser, "print the address only");
    app.add_option("--port", options.port, "where to listen; 0 (the usual): any free port");
    app.add_option("--page", options.page, "the folder that tools/studio/build made")->type_name("FOLDER");
    app.footer(studio_examples);
    if (const std::optional<int> code = parse_command_line(app, "studio", argc, argv)) {
        return *code;
    }
    return run_studio(options);
}

}  // namespace mariner::app
