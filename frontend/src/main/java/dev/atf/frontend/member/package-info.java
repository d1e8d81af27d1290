/** The frontends of a cluster. */
@NullMarked
package dev.atf.frontend.member;

import org.jspecify.annotations.NullMarked;
