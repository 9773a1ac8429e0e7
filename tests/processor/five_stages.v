// A small MIPS with five stages, forwarding and delay slots, for the tests of `mariner follow`: text from 0x3000, data from 0
// (--memory compact-data). It prints what it writes, stores before registers, as a pipeline does. FAULT puts a mistake in.
module processor #(parameter FAULT = 0) (input clock, input reset);
    reg [31:0] rom [0:1023];
    reg [31:0] ram [0:3071];
    reg [31:0] registers [0:31];

    reg [31:0] f_pc;
    reg [31:0] d_pc, d_ir;
    reg [31:0] x_pc, x_ir, x_a, x_b;
    reg [31:0] m_pc, m_ir, m_out, m_b;
    reg [31:0] w_pc, w_ir, w_value;

    function [4:0] target_of(input [31:0] ir);
        case (ir[31:26])
            6'h00: target_of = ir[5:0] == 6'h08 ? 5'd0 : ir[15:11];                    // all but jr
            6'h03: target_of = 5'd31;                                                   // jal
            6'h09, 6'h0a, 6'h0c, 6'h0d, 6'h0f, 6'h23: target_of = ir[20:16];
            default: target_of = 5'd0;
        endcase
    endfunction
    function is_load(input [31:0] ir);
        is_load = ir[31:26] == 6'h23;
    endfunction
    function is_store(input [31:0] ir);
        is_store = ir[31:26] == 6'h2b;
    endfunction
    function needs_early(input [31:0] ir);  // resolved in D
        needs_early = ir[31:26] == 6'h04 || ir[31:26] == 6'h05 || (ir[31:26] == 6'h00 && ir[5:0] == 6'h08);
    endfunction
    function reads(input [31:0] ir, input [4:0] number);
        reads = number != 0 && (ir[25:21] == number || ir[20:16] == number);
    endfunction

    // D: operands, with what W writes in this cycle.
    wire [4:0] m_target = target_of(m_ir);
    wire [4:0] w_target = target_of(w_ir);
    wire [4:0] x_target = target_of(x_ir);
    wire [31:0] d_rs = d_ir[25:21] == 0 ? 0 : w_target == d_ir[25:21] ? w_value : registers[d_ir[25:21]];
    wire [31:0] d_rt = d_ir[20:16] == 0 ? 0 : w_target == d_ir[20:16] ? w_value : registers[d_ir[20:16]];
    wire [31:0] early_rs = m_target != 0 && m_target == d_ir[25:21] ? m_out : d_rs;
    wire [31:0] early_rt = m_target != 0 && m_target == d_ir[20:16] ? m_out : d_rt;

    wire waits_for_load = is_load(x_ir) && reads(d_ir, x_target) && FAULT != 5;
    wire waits_early = needs_early(d_ir) && (reads(d_ir, x_target) || (is_load(m_ir) && reads(d_ir, m_target)));
    wire waits = waits_for_load || waits_early;

    wire is_equal = early_rs == early_rt;
    wire takes_branch = (d_ir[31:26] == 6'h04 && is_equal) ||
                        (d_ir[31:26] == 6'h05 && (FAULT == 9 ? is_equal : !is_equal));
    wire [31:0] d_offset = {{16{d_ir[15]}}, d_ir[15:0]};
    wire [31:0] next_pc = takes_branch ? d_pc + 4 + (d_offset << 2)
                        : d_ir[31:26] == 6'h02 || d_ir[31:26] == 6'h03 ? {d_pc[31:28], d_ir[25:0], 2'b00}
                        : d_ir[31:26] == 6'h00 && d_ir[5:0] == 6'h08 ? early_rs
                        : f_pc + 4;

    // X: operands by forwarding.
    wire m_gives = m_target != 0 && !is_load(m_ir) && FAULT != 3;
    wire w_gives = w_target != 0 && FAULT != 4;
    wire [31:0] a = m_gives && m_target == x_ir[25:21] ? m_out : w_gives && w_target == x_ir[25:21] ? w_value : x_a;
    wire forwards_b = !(FAULT == 6 && is_store(x_ir));
    wire [31:0] b = forwards_b && m_gives && m_target == x_ir[20:16] ? m_out
                  : forwards_b && w_gives && w_target == x_ir[20:16] ? w_value : x_b;
    wire [31:0] extended = {{16{x_ir[15]}}, x_ir[15:0]};
    wire [31:0] displaced = FAULT == 10 ? {16'b0, x_ir[15:0]} : extended;

    reg [31:0] out;
    always @* case (x_ir[31:26])
        6'h00: case (x_ir[5:0])
            6'h00: out = b << x_ir[10:6];
            6'h21: out = a + b;
            6'h23: out = FAULT == 1 ? a + b : a - b;
            6'h24: out = a & b;
            6'h25: out = a | b;
            6'h2a: out = FAULT == 2 ? a < b : $signed(a) < $signed(b);
            default: out = 0;
        endcase
        6'h03: out = FAULT == 8 ? x_pc + 4 : x_pc + 8;
        6'h09: out = a + extended;
        6'h0a: out = $signed(a) < $signed(extended);
        6'h0c: out = a & {16'b0, x_ir[15:0]};
        6'h0d: out = a | {16'b0, x_ir[15:0]};
        6'h0f: out = FAULT == 7 ? {8'b0, x_ir[15:0], 8'b0} : {x_ir[15:0], 16'b0};
        default: out = a + displaced;
    endcase

    integer i;
    always @(posedge clock) if (reset) begin
        f_pc <= 32'h3000;
        {d_pc, d_ir, x_pc, x_ir, x_a, x_b, m_pc, m_ir, m_out, m_b, w_pc, w_ir, w_value} <= 0;
        for (i = 0; i < 32; i = i + 1) registers[i] <= 0;
    end else begin
        if (is_store(m_ir)) begin
            ram[m_out[13:2]] <= m_b;
            $display("@%h: *%h <= %h", m_pc, {m_out[31:2], 2'b00}, m_b);
        end
        if (w_target != 0) begin
            registers[w_target] <= w_value;
            $display("@%h: $%2d <= %h", w_pc, w_target, w_value);
        end
        {w_pc, w_ir, w_value} <= {m_pc, m_ir, is_load(m_ir) ? ram[m_out[13:2]] : m_out};
        {m_pc, m_ir, m_out, m_b} <= {x_pc, x_ir, out, b};
        if (waits) begin
            {x_pc, x_ir, x_a, x_b} <= 0;
        end else begin
            {x_pc, x_ir, x_a, x_b} <= {d_pc, d_ir, d_rs, d_rt};
            {d_pc, d_ir} <= {f_pc, rom[(f_pc - 32'h3000) >> 2]};
            f_pc <= next_pc;
        end
    end
endmodule

module bench;
    parameter FAULT = 0;
    parameter CYCLES = 300;
    reg clock = 0;
    reg reset = 1;
    processor #(FAULT) it(clock, reset);
    initial begin
        $readmemh("code.txt", it.rom);
        repeat (2) #1 clock = ~clock;
        reset = 0;
        repeat (2 * CYCLES) #1 clock = ~clock;
        $finish;
    end
endmodule
