# limits: include_depth=1
        .include "include_too_deep_1.inc"
