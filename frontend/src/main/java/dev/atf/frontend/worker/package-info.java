/** Worker hosts, and operators' orders to them. */
@NullMarked
package dev.atf.frontend.worker;

import org.jspecify.annotations.NullMarked;
