#include "emulator/support/watcher.hpp"

#include <utility>

namespace mariner {

namespace {

constexpr int repeat_milliseconds = 5;

}  // namespace

Watcher::Watcher(int descriptor, std::function<void()> act)
    : m_thread([this, descriptor, act = std::move(act)] {
          platform::WakeSignal::WaitEnding ending;
          while (!ending.is_woken) {
              ending = m_end.wait_with(descriptor, platform::for_ever);
              if (ending.is_readable && !ending.is_woken) {
                  act();
                  m_end.wait(repeat_milliseconds);
              }
          }
      }) {}

Watcher::~Watcher() {
    m_end.wake();
    m_thread.join();
}

}  // namespace mariner
