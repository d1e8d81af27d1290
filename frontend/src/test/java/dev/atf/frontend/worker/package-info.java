/** Tests of calls about worker hosts. */
@NullMarked
package dev.atf.frontend.worker;

import org.jspecify.annotations.NullMarked;
