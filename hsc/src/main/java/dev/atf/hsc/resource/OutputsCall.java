package dev.atf.hsc.resource;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.resource.Resource;
import java.util.List;

/** Parsed KeepOutputs call. */
public record OutputsCall(LambdaName lambda, Attempt attempt, List<Resource> outputs) {}
