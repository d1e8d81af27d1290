/** Rules for requests of web browsers, in which pages of other sites could reach this machine. */
@NullMarked
package dev.atf.runtime.browser;

import org.jspecify.annotations.NullMarked;
