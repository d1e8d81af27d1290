package dev.atf.frontend.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ShellCommandsTest {
  @Test
  void quotesWhatAShellWouldRead() {
    assertThat(ShellCommands.atf("keys retry", "mail", "a b'c"))
        .isEqualTo("`./atf keys retry mail 'a b'\\''c'`");
    assertThat(ShellCommands.atf("keys retry", "mail", "")).isEqualTo("`./atf keys retry mail ''`");
  }

  @Test
  void endsTheOptionsBeforeAWordThatStartsWithADash() {
    assertThat(ShellCommands.atf("keys retry", "mail", "-x"))
        .isEqualTo("`./atf keys retry mail -- -x`");
    assertThat(ShellCommands.atf("job skip", "mail", "--night", "-a b"))
        .isEqualTo("`./atf job skip mail -- --night '-a b'`");
  }

  @Test
  void attachesAValueThatStartsWithADashToItsOption() {
    assertThat(ShellCommands.atf("lambda resume --collection", "-x", "mail"))
        .isEqualTo("`./atf lambda resume --collection=-x mail`");
    assertThat(ShellCommands.atf("job retry --from", "list", "mail", "-n"))
        .isEqualTo("`./atf job retry --from list mail -- -n`");
  }
}
