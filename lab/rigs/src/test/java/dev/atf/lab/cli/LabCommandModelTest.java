package dev.atf.lab.cli;

import dev.atf.cli.CommandModelContract;

/** Tests of every command, those of the lab among them. */
final class LabCommandModelTest extends CommandModelContract {}
