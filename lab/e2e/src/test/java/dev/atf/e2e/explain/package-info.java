/**
 * Tests of the truth of Explain: situations on a real {@code atf up}, each checked by other calls.
 */
@NullMarked
package dev.atf.e2e.explain;

import org.jspecify.annotations.NullMarked;
