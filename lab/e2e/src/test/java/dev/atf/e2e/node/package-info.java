/** Tests of programs in another language, beside Java's. */
@NullMarked
package dev.atf.e2e.node;

import org.jspecify.annotations.NullMarked;
