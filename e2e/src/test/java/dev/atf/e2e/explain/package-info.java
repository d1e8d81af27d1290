/** Tests of the truth of Explain: situations on a real {@code atf up}, each looked at apart. */
@NullMarked
package dev.atf.e2e.explain;

import org.jspecify.annotations.NullMarked;
