@NullMarked
package dev.atf.hsc.member;

import org.jspecify.annotations.NullMarked;
