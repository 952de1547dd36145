namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>What becomes of an execution that may be too slow, and by which rule.</summary>
/// <param name="Action">What to do now.</param>
/// <param name="Rule">The rule in force.</param>
/// <param name="Limit">Of <see cref="StragglerRule.Progress"/> the longest remaining time, of the others the longest time since the
/// execution began its own work.</param>
internal readonly record struct StragglerDecision(StragglerAction Action, StragglerRule Rule, TimeSpan Limit);

/// <summary>What to do with an execution.</summary>
internal enum StragglerAction
{
    GoOn,

    /// <summary>It is stopped, and its order is dispatched again.</summary>
    Stop,

    /// <summary>It goes on, and another worker begins the same order; the first that ends wins.</summary>
    Copy,
}

/// <summary>Where a limit comes from.</summary>
internal enum StragglerRule
{
    /// <summary>Four times the mean, by <see cref="TimeLimit.Paper"/>: too little is known, or the order was stopped twice.</summary>
    Paper,

    /// <summary>Four times the mean, for the attempts that show how long slow executions take.</summary>
    Explore,

    /// <summary>Tasks wait for slots: the cutoff of the survival curve, or four times the mean where stopping does not pay.</summary>
    Cutoff,

    /// <summary>No task waits: nothing is stopped, and idle slots take copies.</summary>
    Tail,

    /// <summary>What remains, by the progress so far, against a new execution.</summary>
    Progress,
}
