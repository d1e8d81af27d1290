/** Worker hosts: which there are, and what operators order them. */
@NullMarked
package dev.atf.frontend.worker;

import org.jspecify.annotations.NullMarked;
