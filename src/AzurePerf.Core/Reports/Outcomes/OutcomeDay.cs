namespace AzurePerf.Core.Reports.Outcomes;

/// <summary>The executions that ended on one day.</summary>
/// <param name="Day">The day, UTC.</param>
/// <param name="All">All experiments together.</param>
/// <param name="Experiments">Each experiment that ended an execution, by name.</param>
public sealed record OutcomeDay(DateOnly Day, OutcomeGroup All, IReadOnlyList<OutcomeGroup> Experiments);
