package dev.atf.cli.chore.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RepositoryUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/srv/chores.git",
        "git@example.com:team/chores.git",
        "example.com:chores.git",
        "ssh://git@example.com:22/team/chores.git",
        "https://example.com/team/chores.git",
        "https://me@example.com/team/chores.git",
        "http://127.0.0.1:8080/chores.git",
        "file:///srv/chores.git"
      })
  void takesAddressesOfRepositories(String text) {
    assertThat(RepositoryUrl.of(text).value()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-u",
        "--upload-pack=touch /tmp/x",
        "ext::sh -c touch% /tmp/x",
        "fd::7",
        "ssh://-oProxyCommand=x/chores.git",
        "-oProxyCommand=x:chores.git",
        "git@-oProxyCommand=x:chores.git",
        "ssh://git@-oProxyCommand=x/chores.git",
        "https://me:secret@example.com/chores.git",
        "ftp://example.com/chores.git",
        "git://example.com/chores.git",
        "/srv/cho\nres.git"
      })
  void refusesWhatWouldRunAProgramOrShowAPassword(String text) {
    assertThatThrownBy(() -> RepositoryUrl.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: a path, HOST:PATH, or a URL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"chores.git", "./a/../chores.git"})
  void makesPathsAbsolute(String text) {
    assertThat(RepositoryUrl.of(text).value()).startsWith("/").endsWith("/chores.git");
  }
}
