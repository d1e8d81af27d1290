@NullMarked
package dev.atf.frontend.notice;

import org.jspecify.annotations.NullMarked;
