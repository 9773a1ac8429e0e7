#pragma once
// All devices of devices.inc, ready to be attached. For the commands that run programs interactively; `mariner mars`,
// whose model has no tool attached, makes none.

#include <memory>
#include <vector>

#include "emulator/devices/device_host.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

using Devices = std::vector<std::unique_ptr<Device>>;

/// The host must outlive them.
Devices make_devices(DeviceHost& host);

/// Puts those onto the machine whose registers lie in its memory-mapped segment. They must outlive its last run.
Result<void> attach_devices(const Devices& devices, Machine& machine);

}  // namespace mariner
