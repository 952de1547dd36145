using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Reports.Outcomes;

/// <summary>The executions of a group that ended for one cause.</summary>
/// <param name="Cause">The cause.</param>
/// <param name="Class">Its class.</param>
/// <param name="Label">The words for people.</param>
/// <param name="Share">How many.</param>
public sealed record CauseShare(FailureCause Cause, FailureClass Class, string Label, OutcomeShare Share);
