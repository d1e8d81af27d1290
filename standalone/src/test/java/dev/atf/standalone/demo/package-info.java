/** The demonstration can see what it claims not to have seen. */
@NullMarked
package dev.atf.standalone.demo;

import org.jspecify.annotations.NullMarked;
