/** Rules for requests of web browsers, whose pages of other sites may reach this machine. */
@NullMarked
package dev.atf.runtime.browser;

import org.jspecify.annotations.NullMarked;
