using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Resubmit;

/// <summary>What came of making a run from an earlier one.</summary>
/// <param name="Submitted">The new run; null where there is none.</param>
/// <param name="Faults">Why not.</param>
internal sealed record ResubmittedRun(RunState? Submitted, IReadOnlyList<SpecFault> Faults);
