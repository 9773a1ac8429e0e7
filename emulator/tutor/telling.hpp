#pragma once
// How a message is told once it is known what to say: its words, the part of the line that is marked, the line it
// stands at, and its repair as edits of the files as they are.

#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/trial.hpp"

namespace mariner::tutor {

void put_words(Diagnostic& message, const Proposal& proposal, const ProgramText& text);
/// Where an operand is wrong, and the message is about the instruction, the part that the repair changes is marked.
void mark_change(Diagnostic& message, const Proposal& proposal, const ProgramText& text);
/// What is wrong in another line, such as that which uses a macro, is told there.
void move_to_use(Diagnostic& message, const Proposal& proposal, const Fault& fault, const ProgramText& text);
/// Edits count in the file as it is; a line that an earlier repair has changed can't be changed by another one.
Repair repair_of(const Proposal& proposal, const ProgramText& text, Diagnostics& diagnostics);

}  // namespace mariner::tutor
