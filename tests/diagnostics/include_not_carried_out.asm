        .include file                   # expect: include_not_carried_out@9
