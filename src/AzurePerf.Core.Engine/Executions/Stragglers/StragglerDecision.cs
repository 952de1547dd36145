namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>Whether an execution is too slow, and by which rule.</summary>
/// <param name="Stops">True when it is stopped, and its order is dispatched again.</param>
/// <param name="Rule">The rule in force.</param>
/// <param name="Limit">Of <see cref="StragglerRule.Progress"/> the longest remaining time, of the others the longest time since the
/// execution began its own work.</param>
/// <param name="Reason">Why it is stopped, as a clause for people; empty where it goes on.</param>
public readonly record struct StragglerDecision(bool Stops, StragglerRule Rule, TimeSpan Limit, string Reason);

/// <summary>Where a limit comes from.</summary>
public enum StragglerRule
{
    /// <summary>Four times the mean, by <see cref="TimeLimit.Paper"/>: too little is known, or the order was stopped twice.</summary>
    Paper,

    /// <summary>Four times the mean, for the attempts that show how long slow executions take.</summary>
    Explore,

    /// <summary>The cutoff of the survival curve, or four times the mean where stopping does not pay.</summary>
    Cutoff,

    /// <summary>What remains, by the progress so far, against a new execution.</summary>
    Progress,
}
