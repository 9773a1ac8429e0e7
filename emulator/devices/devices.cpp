#include "emulator/devices/devices.hpp"

#include "emulator/devices/display_controls.hpp"
#include "emulator/devices/keyboard_display.hpp"

namespace mariner {

Devices make_devices(DeviceHost& host) {
    Devices devices;
#define DEVICE(class_name, doc) devices.push_back(std::make_unique<class_name>(host));
#include "emulator/devices/devices.inc"
#undef DEVICE
    return devices;
}

Result<void> attach_devices(const Devices& devices, Machine& machine) {
    const Segment& segment = machine.map().mmio;
    for (const auto& device : devices) {
        if (u64{device->offset()} + device->size() > segment.limit - segment.base) {
            continue;
        }
        if (auto attached = machine.attach(*device); !attached) {
            return attached;
        }
    }
    return {};
}

}  // namespace mariner
