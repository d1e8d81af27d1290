package dev.atf.cli;

/** Tests of every command of users and operators. */
final class CommandModelTest extends CommandModelContract {}
